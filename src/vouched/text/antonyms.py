"""The words that say the opposite of one another, in English, Japanese and Chinese.

Closed lists of pairs that a fact turns on. English words stand in their base form; other forms are found from it.
Simplified and traditional characters are both listed where they differ.
"""

from __future__ import annotations

from vouched.text.english_verbs import VERB_FORMS
from vouched.text.fact_words import OPPOSITES

__all__ = ["ENGLISH", "SPACELESS", "english_base"]

_ENGLISH = (
    "increase decrease, rise fall, rise drop, rise decline, grow shrink, grow decline, gain lose, win lose, "
    "increase decline, increase drop, increase fall, grow fall, grow drop, gain drop, improve worsen, improve "
    "deteriorate, "
    "accelerate slow, expand contract, strengthen weaken, raise lower, raise cut, raise reduce, increase reduce, "
    "add remove, "
    "accept reject, accept decline, accept refuse, approve reject, approve deny, grant deny, confirm deny, admit deny, "
    "allow prohibit, allow forbid, allow ban, allow prevent, permit prohibit, permit forbid, permit ban, enable "
    "disable, "
    "include exclude, open close, start end, start stop, begin end, begin finish, launch cancel, continue stop, "
    "keep abandon, "
    "support oppose, agree disagree, agree refuse, love hate, like dislike, trust distrust, praise criticize, "
    "attack defend, arrive leave, arrive depart, enter leave, join leave, appoint dismiss, hire dismiss, hire sack, "
    "buy sell, purchase sell, borrow lend, import export, export import, give receive, send receive, pay receive, "
    "pass fail, succeed fail, survive die, live die, convict acquit, arrest release, remember forget, find lose, "
    "build destroy, "
    "win draw, save spend, push pull, encourage discourage, overestimate underestimate, upgrade downgrade, "
    "more less, more fewer, most least, higher lower, highest lowest, high low, larger smaller, large small, big "
    "small, "
    "largest smallest, biggest smallest, bigger smaller, greater smaller, greater lesser, longer shorter, long short, "
    "longest shortest, older younger, oldest youngest, old young, old new, older newer, early late, earlier later, "
    "earliest latest, earlier latest, first last, fast slow, faster slower, better worse, best worst, good bad, "
    "strong weak, "
    "stronger weaker, rich poor, hot cold, warm cold, wet dry, hard soft, easy difficult, easy hard, simple complex, "
    "cheap expensive, cheaper pricier, heavy light, deep shallow, wide narrow, thick thin, full empty, near far, "
    "alive dead, guilty innocent, safe dangerous, safe unsafe, legal illegal, public private, male female, man woman, "
    "positive negative, true false, correct wrong, right wrong, major minor, maximum minimum, "
    "mandatory optional, compulsory voluntary, mandatory voluntary, required optional, temporary permanent, "
    "internal external, domestic foreign, national local, same different, similar different, common rare, frequent "
    "rare, "
    "popular unpopular, present absent, active passive, active inactive, advantage disadvantage, "
    "profit loss, income expense, asset liability, debit credit, buyer seller, lender borrower, landlord tenant, "
    "lessor lessee, employer employee, plaintiff defendant, creditor debtor, winner loser, success failure, "
    "north south, east west, northern southern, eastern western, left right, top bottom, upper lower, inside "
    "outside, up down, "
    "above below, over under, before after, always never, often rarely, often seldom, everyone nobody, many few, "
    "most few, "
    "with without, for against, upside downside, tailwind headwind, bullish bearish, optimistic pessimistic, "
    "favorable unfavorable, ahead behind, exceed miss, beat miss, outperform underperform, day night, morning evening, "
    "summer winter, ancestor descendant, parent child, mother father, brother sister, son daughter, husband wife, "
    "king queen, uncle aunt, boy girl, he she, him her, day night"
)
_JAPANESE = (
    "増加 減少, 増 減, 増収 減収, 増益 減益, 増え 減っ, 増やし 減らし, 上昇 下落, 上昇 低下, 上昇 下降, 拡大 縮小, "
    "向上 低下, 改善 悪化, "
    "上がっ 下がっ, 上がる 下がる, 上げ 下げ, 高い 低い, 高く 低く, 多い 少ない, 多く 少なく, 大きい 小さい, 大きく "
    "小さく, 長い 短い, 広い 狭い, "
    "強い 弱い, 早い 遅い, 速い 遅い, 良い 悪い, 重い 軽い, 深い 浅い, 厚い 薄い, 新しい 古い, 若い 老い, 明るい "
    "暗い, 近い 遠い, 太い 細い, "
    "黒字 赤字, 利益 損失, 収入 支出, 資産 負債, 有利 不利, 有効 無効, 有罪 無罪, 有料 無料, 合法 違法, 適法 違法, "
    "可能 不可能, 可決 否決, "
    "肯定 否定, 賛成 反対, 承認 否認, 承認 却下, 承諾 拒否, 許可 禁止, 許可 不許可, 許可 拒否, 認容 棄却, 採用 "
    "不採用, 合格 不合格, 成功 失敗, "
    "勝利 敗北, 勝訴 敗訴, 勝っ 負け, 勝ち 負け, 勝者 敗者, 攻撃 防御, 開始 終了, 開始 停止, 開店 閉店, 開設 閉鎖, "
    "開い 閉じ, 開け 閉め, "
    "入学 卒業, 入社 退社, 就任 退任, 就任 辞任, 採用 解雇, 雇用 解雇, 加入 脱退, 参加 不参加, 出席 欠席, 到着 "
    "出発, 乗っ 降り, "
    "購入 売却, 買い 売り, 買っ 売っ, 買収 売却, 輸出 輸入, 貸し 借り, 貸主 借主, 賃貸人 賃借人, 売主 買主, 原告 "
    "被告, 債権者 債務者, 債権 債務, "
    "権利 義務, 任意 強制, 任意 必須, 公開 非公開, 公的 私的, 公立 私立, 正規 非正規, 直接 間接, 国内 国外, 国内 "
    "海外, 内部 外部, 内側 外側, "
    "左側 右側, 北部 南部, 東部 西部, 北側 南側, 東側 西側, 上流 下流, 前半 後半, 上半期 下半期, 午前 午後, 以前 "
    "以後, 以前 以降, 前に 後に, 前 後, "
    "最初 最後, 最高 最低, 最大 最小, 最多 最少, 最長 最短, 最新 最古, 最良 最悪, 上限 下限, 先進 後進, 主観 客観, "
    "楽観 悲観, 積極 消極, 陽性 陰性, "
    "安全 危険, 安心 不安, 便利 不便, 必要 不要, 十分 不十分, 完全 不完全, 平等 不平等, 公平 不公平, 適切 不適切, "
    "満足 不満, 一致 不一致, "
    "同じ 異なる, 同一 別, 永久 一時, 恒久 一時, 固定 変動, 増税 減税, 円高 円安, 好調 不調, 黒 白, 男性 女性, 男 "
    "女, 父 母, 兄 弟, 姉 妹, "
    "夫 妻, 息子 娘, 少年 少女, 祖父 祖母, 生存 死亡, 生き 死ん, 誕生 死去, 座っ 立っ, 起き 寝, 支持 不支持, 支持 "
    "反対, 歓迎 批判, 称賛 批判, "
    "褒め 批判, 好き 嫌い, 強化 緩和, 厳格 緩和, 延長 短縮, 追加 削除, 含む 除く, 含め 除い, 対象 対象外, 簡単 "
    "困難, 容易 困難, 単純 複雑, 豊か 貧し, "
    "喜ん 悲し, 熱い 冷たい, 暑い 寒い, 乾い 濡れ, 硬い 柔らか, 常に 決して, 昼 夜, 朝 晩, 夏 冬, 人気 不人気, 有名 "
    "無名, 上回 下回, 前進 後退, "
    "急増 急減, 急騰 急落, 高騰 下落, 続伸 続落, 反発 反落, 値上げ 値下げ, 引き上げ 引き下げ, 引上げ 引下げ, 以上 "
    "以下, 以上 未満, 超 未満"
)
_CHINESE = (
    "增加 减少, 增長 下降, 增长 下降, 增长 下跌, 增长 减少, 增长 萎缩, 上升 下降, 上升 下跌, 上涨 下跌, 提高 降低, "
    "提升 降低, 升高 降低, 扩大 缩小, "
    "扩张 收缩, 改善 恶化, 好转 恶化, 加强 削弱, 增强 减弱, 加快 放缓, 加速 减速, 盈利 亏损, 利润 亏损, 收入 支出, "
    "资产 负债, 顺差 逆差, "
    "高于 低于, 多于 少于, 大于 小于, 超过 不足, 超过 低于, 较高 较低, 更高 更低, 更多 更少, 更大 更小, 最高 最低, "
    "最大 最小, 最多 最少, 最好 最差, "
    "最早 最晚, 最长 最短, 较大 较小, 较多 较少, 首次 最后, 第一 最后, 高 低, 长 短, 强 弱, 快 慢, 冷 热, "
    "接受 拒绝, 同意 反对, 同意 拒绝, 支持 反对, 赞成 反对, 批准 拒绝, 批准 否决, 通过 否决, 肯定 否定, 承认 否认, "
    "允许 禁止, 准许 禁止, 许可 禁止, "
    "合法 违法, 合法 非法, 有效 无效, 有罪 无罪, 公开 秘密, 公立 私立, 公有 私有, 国有 私有, 国内 国外, 国内 海外, "
    "内部 外部, 直接 间接, 永久 临时, "
    "长期 短期, 固定 浮动, 强制 自愿, 必须 可以, 主动 被动, 积极 消极, 乐观 悲观, 正面 负面, 阳性 阴性, 成功 失败, "
    "胜利 失败, 胜诉 败诉, 击败 输给, "
    "战胜 输给, 赢得 输掉, 领先 落后, 开始 结束, 开始 停止, 启动 停止, 开放 关闭, 打开 关闭, 开启 关闭, 开业 停业, "
    "恢复 停止, 继续 停止, 加入 退出, "
    "参加 退出, 就任 辞职, 上任 离任, 任命 免职, 聘用 解雇, 雇用 解雇, 到达 离开, 抵达 离开, 进入 离开, 购买 出售, "
    "买入 卖出, 收购 出售, 进口 出口, "
    "借入 借出, 出租 承租, 出租人 承租人, 贷款人 借款人, 买方 卖方, 买受人 出卖人, 原告 被告, 债权人 债务人, 债权 "
    "债务, 权利 义务, 甲方 乙方, "
    "之前 之后, 以前 以后, 以前 之后, 前 后, 上午 下午, 白天 夜间, 上半年 下半年, 东部 西部, 南部 北部, 左侧 右侧, "
    "上游 下游, 上层 下层, "
    "安全 危险, 简单 复杂, 容易 困难, 富裕 贫困, 富有 贫穷, 优势 劣势, 优点 缺点, 有利 不利, 相同 不同, 一致 "
    "不一致, 常见 罕见, 经常 很少, 总是 从不, "
    "男性 女性, 男子 女子, 男 女, 父亲 母亲, 儿子 女儿, 丈夫 妻子, 哥哥 弟弟, 姐姐 妹妹, 生存 死亡, 出生 死亡, 出生 "
    "去世, 活着 死, 增产 减产, "
    "升值 贬值, 扩招 缩招, 放宽 收紧, 宽松 严格, 延长 缩短, 添加 删除, 包括 不包括, 包含 除外, 表扬 批评, 赞扬 "
    "批评, 喜欢 讨厌, 相信 怀疑, "
    "至少 至多, 至少 最多, 以上 以下, 以上 以内, 大幅 小幅, 正确 错误, 真 假, 充足 短缺, 充足 不足, 过剩 短缺, 热情 "
    "冷淡, 繁荣 萧条, 利好 利空, "
    "減少 增加, 上漲 下跌, 擴大 縮小, 盈利 虧損, 債權人 債務人, 權利 義務, 允許 禁止, 許可 禁止, 接受 拒絕, 開始 "
    "結束, 開放 關閉, 買方 賣方, 之前 之後"
)


def _table(pairs: str) -> dict[str, frozenset[str]]:
    """Return each word of comma-parted pairs with its opposites."""
    found: dict[str, frozenset[str]] = {}
    for pair in pairs.split(","):
        one, other = pair.split()
        found[one] = found.get(one, frozenset()) | {other}
        found[other] = found.get(other, frozenset()) | {one}
    return found


def english_base(word: str) -> str:
    """Return the form of a folded English word that the table has: sold is sell, losses is loss."""
    if word in ENGLISH:
        return word
    base = VERB_FORMS.get(word) or _OTHER_FORMS.get(word)
    if base is None and word.endswith("s") and word[:-1] in ENGLISH:
        base = word[:-1]
    return base or word


ENGLISH = _table(_ENGLISH)
ENGLISH |= {
    base: ENGLISH.get(base, frozenset()) | {VERB_FORMS.get(other, other) for other in others if other.isascii()}
    for word, others in OPPOSITES.items()
    if word.isascii() and word.isalpha() and word not in ("and", "or", "must", "may", "shall")
    for base in (word if word in ENGLISH else VERB_FORMS.get(word, word),)
}
SPACELESS = _table(f"{_JAPANESE}, {_CHINESE}")


def _other_forms() -> dict[str, str]:
    """Return forms of the table's words that are no verbs of the common list."""
    found: dict[str, str] = {}
    for word in ENGLISH:
        stem = word.removesuffix("e")
        found |= dict.fromkeys((f"{word}s", f"{word}es", f"{stem}ed", f"{stem}ing", f"{word}{word[-1]}ed"), word)
        if word.endswith("y"):
            found |= dict.fromkeys((f"{word[:-1]}ies", f"{word[:-1]}ied"), word)
    return {form: word for form, word in found.items() if form not in ENGLISH and form not in VERB_FORMS}


_OTHER_FORMS = _other_forms()
