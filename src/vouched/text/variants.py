"""Folds the ways in which one name is written: traditional, simplified and old characters, kana, width, accents."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher

__all__ = ["CHARACTERS", "consonants", "is_transcription", "plain", "plain_word"]

# Each character with the one it is folded to: traditional and Japanese forms of the same character to the simplified.
_PAIRS = (
    "滙汇 匯汇 豐丰 豊丰 國国 學学 會会 長长 東东 車车 馬马 門门 開开 關关 関关 場场 處处 処处 實实 実实 體体 廣广 "
    "広广 島岛 灣湾 縣县 県县 鄉乡 郷乡 區区 "
    "陳陈 張张 劉刘 楊杨 黃黄 趙赵 吳吴 孫孙 馮冯 鄭郑 謝谢 韓韩 蕭萧 鄧邓 許许 蔣蒋 賈贾 葉叶 葉叶 閻阎 鐘钟 譚谭 "
    "陸陆 賴赖 顧顾 龍龙 竜龙 "
    "龔龚 錢钱 銭钱 湯汤 黎黎 範范 賀贺 萬万 嚴严 厳严 莊庄 荘庄 蘇苏 盧卢 蔡蔡 羅罗 畢毕 聶聂 歐欧 欧欧 陽阳 衛卫 "
    "漢汉 華华 廈厦 臺台 灤滦 "
    "澤泽 沢泽 齋斋 斎斋 齊齐 斉齐 邊边 辺边 濱滨 浜滨 櫻樱 桜樱 瀧泷 滝泷 崎崎 﨑崎 高高 髙高 齋斋 眞真 惠惠 恵惠 "
    "榮荣 栄荣 壽寿 德德 徳德 "
    "龜龟 亀龟 鐵铁 鉄铁 條条 發发 発发 當当 働动 動动 勞劳 労劳 務务 業业 產产 産产 經经 経经 濟济 済济 貿贸 銀银 "
    "證证 証证 買买 賣卖 売卖 "
    "財财 貨货 費费 資资 質质 術术 藝艺 芸艺 醫医 藥药 薬药 衞卫 環环 電电 網网 線线 機机 氣气 気气 飛飞 鳥鸟 魚鱼 "
    "龍龙 風风 雲云 億亿 "
    "員员 個个 們们 來来 這这 對对 対对 與与 為为 爲为 從从 従从 時时 間间 問问 題题 應应 応应 無无 說说 説说 話话 "
    "語语 讀读 読读 書书 畫画 "
    "圖图 図图 報报 聞闻 視视 聽听 觀观 観观 親亲 愛爱 樂乐 楽乐 聲声 歲岁 歳岁 歷历 歴历 紀纪 記记 錄录 録录 數数 "
    "総总 總总 統统 議议 員员 "
    "黨党 軍军 戰战 戦战 爭争 擊击 撃击 師师 團团 団团 隊队 級级 給给 結结 約约 組组 細细 終终 續续 続续 維维 練练 "
    "製制 複复 術术 規规 設设 "
    "訪访 評评 試试 詩诗 認认 誌志 調调 談谈 論论 課课 請请 識识 護护 譽誉 變变 変变 讓让 貝贝 負负 責责 貴贵 賓宾 "
    "賽赛 贊赞 賛赞 趨趋 跡迹 "
    "軌轨 軟软 輕轻 軽轻 載载 輛辆 輝辉 輸输 轉转 転转 農农 連连 進进 運运 過过 達达 遠远 適适 選选 遺遗 還还 郵邮 "
    "醜丑 釋释 釈释 鋼钢 錦锦 "
    "鎮镇 鏡镜 陰阴 際际 隨随 險险 険险 雙双 双双 雜杂 雑杂 離离 難难 靈灵 霊灵 靜静 響响 頂顶 項项 順顺 須须 預预 "
    "領领 頭头 額额 顏颜 願愿 "
    "類类 顯显 顕显 飯饭 飲饮 館馆 養养 騎骑 驗验 験验 驚惊 體体 髮发 鬥斗 鮮鲜 鹽盐 塩盐 麗丽 麥麦 麦麦 點点 点点 "
    "齒齿 歯齿 營营 営营 單单 単单 "
    "嘗尝 圍围 囲围 園园 壓压 圧压 壞坏 壊坏 壯壮 壮壮 夢梦 夾夹 奧奥 奥奥 婦妇 媽妈 嬰婴 寧宁 寫写 写写 寬宽 寶宝 "
    "宝宝 將将 専专 專专 尋寻 導导 "
    "層层 屬属 岡冈 峽峡 帥帅 師师 帶带 帯带 幣币 幹干 庫库 廟庙 廠厂 廢废 廳厅 庁厅 彈弹 弾弹 後后 徑径 復复 懷怀 "
    "態态 慶庆 憲宪 憶忆 懸悬 戲戏 "
    "戯戏 戶户 戸户 拋抛 捨舍 掃扫 擇择 択择 擔担 據据 拠据 擬拟 擴扩 拡扩 攝摄 斷断 断断 晉晋 晝昼 暫暂 曆历 暦历 "
    "術术 殺杀 殼壳 毀毁 決决 況况 "
    "淺浅 浅浅 測测 滅灭 滿满 満满 漁渔 潔洁 澀涩 濃浓 濕湿 湿湿 瀨濑 瀬濑 災灾 烏乌 熱热 燈灯 灯灯 爺爷 獎奖 奨奖 "
    "獨独 独独 獲获 獸兽 獻献 "
    "現现 瑪玛 瓊琼 畝亩 異异 療疗 盜盗 盡尽 尽尽 監监 盤盘 矯矫 砲炮 確确 碼码 礦矿 鉱矿 禮礼 礼礼 禍祸 種种 稱称 "
    "称称 積积 穩稳 穏稳 穀谷 窮穷 "
    "競竞 筆笔 節节 築筑 簡简 糧粮 紅红 純纯 紙纸 紹绍 紛纷 絕绝 絶绝 絲丝 糸丝 經经 綠绿 緑绿 編编 縮缩 績绩 織织 "
    "繩绳 繪绘 絵绘 繼继 継继 纖纤 "
    "罰罚 羅罗 習习 聖圣 聯联 職职 肅肃 腦脑 脳脑 腳脚 腸肠 膽胆 臟脏 舊旧 旧旧 艦舰 艱艰 蘭兰 虛虚 號号 蟲虫 補补 "
    "裝装 装装 裡里 襲袭 計计 訂订"
)
# By its code point, the simplified character that a traditional or Japanese one is.
CHARACTERS = {ord(pair[0]): pair[1] for pair in _PAIRS.split() if pair[0] != pair[1]}
_KANA = {
    ord(one): other
    for one, other in {
        "ヴ": "ブ", "ァ": "ア", "ィ": "イ", "ゥ": "ウ", "ェ": "エ", "ォ": "オ", "ッ": "", "ー": "",
        "・": "", "＝": "", "=": "",
        "ヅ": "ズ", "ヂ": "ジ", "ヱ": "エ", "ヰ": "イ",
    }.items()
}  # fmt: skip
_KATAKANA = re.compile("[ァ-ヺー・＝]+")
_LONGEST_NAME = 40
_MOSTLY = 0.7
_ROWS = {
    "": "アイウエオヤユヨャュョワヲヮ", "K": "カキクケコガギグゲゴ", "S": "サシスセソザジズゼゾ",
    "T": "タチツテトダデド",
    "N": "ナニヌネノン", "H": "ハヒフヘホ", "P": "バビブベボパピプペポ", "M": "マミムメモ", "R": "ラリルレロ",
}  # fmt: skip
_CONSONANTS = {ord(char): row for row, chars in _ROWS.items() for char in chars}
_BEFORE = (
    ("ヴァ", "バ"),
    ("ヴィ", "ビ"),
    ("ヴェ", "ベ"),
    ("ヴォ", "ボ"),
    ("ティ", "チ"),
    ("ディ", "ジ"),
    ("トゥ", "ツ"),
    ("イェ", "エ"),
)


def plain(text: str) -> str:
    """Return a text as names are compared in it: width, case, kana and characters in one form, without spaces."""
    text = "".join(unicodedata.normalize("NFKC", text).casefold().split())
    if text.isascii():
        return text
    for one, other in _BEFORE:
        text = text.replace(one, other)
    return text.translate(_KANA).translate(CHARACTERS)


def consonants(kana: str) -> str:
    """Return the consonants of folded katakana, voiced and unvoiced alike: グライア and グライヤ are both KR."""
    return kana.translate(_CONSONANTS)


def is_transcription(one: str, other: str) -> bool:
    """Return whether two names in katakana may write one foreign name: most of their consonants agree."""
    if not (_KATAKANA.fullmatch(one) and _KATAKANA.fullmatch(other)):
        return False
    first, second = (consonants(plain(each))[:_LONGEST_NAME] for each in (one, other))
    if min(len(first), len(second)) < 2:
        return False
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= _MOSTLY


def plain_word(word: str) -> str:
    """Return a word in Latin letters without case, accents, dots, and what marks a possessive or a plural."""
    word = unicodedata.normalize("NFKC", word)
    if not word.isascii():
        parts = unicodedata.normalize("NFKD", word)
        word = "".join(char for char in parts if not unicodedata.combining(char))
    word = word.casefold().replace(".", "").replace("’", "'")
    return word.removesuffix("'s").removesuffix("'")
