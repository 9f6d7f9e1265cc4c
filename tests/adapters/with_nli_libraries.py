"""Promises about a local cross-encoder with the libraries themselves; `make test-nli` runs this file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper, save
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from vouched import Evidence, read
from vouched.adapters.nli import CrossEncoder
from vouched.checks import Supported
from vouched.run.checking import run_check

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "needle", "hay", "is", "it", "there", "."]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a model that says that whatever holds the word needle follows."""
    tokenizer = Tokenizer(models.WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token=WORDS[1]))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    tokenizer.enable_truncation(16)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    config = {"id2label": {"0": "contradiction", "1": "neutral", "2": "entailment"}, "max_position_embeddings": 48}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    table = np.zeros((len(WORDS), 3), dtype=np.float32)
    table[4] = [0, 0, 8]
    bias = np.array([0, 4, 0], dtype=np.float32)
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])
    mask = helper.make_tensor_value_info("attention_mask", TensorProto.INT64, ["batch", "length"])
    logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 3])
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["each"]),
        helper.make_node("Cast", ["attention_mask"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["floats", "last"], ["column"]),
        helper.make_node("Mul", ["each", "column"], ["kept"]),
        helper.make_node("ReduceMax", ["kept", "middle"], ["most"], keepdims=0),
        helper.make_node("Add", ["most", "bias"], ["logits"]),
    ]
    constants = [
        numpy_helper.from_array(table, "table"),
        numpy_helper.from_array(bias, "bias"),
        numpy_helper.from_array(np.array([2], dtype=np.int64), "last"),
        numpy_helper.from_array(np.array([1], dtype=np.int64), "middle"),
    ]
    graph = helper.make_graph(nodes, "holds", [ids, mask], [logits], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    save(model, str(tmp_path / "model.onnx"))
    return tmp_path


def test_a_model_of_a_folder_judges(folder: Path) -> None:
    """Labels and reach come from the config, and the whole of a long passage is read."""
    judge = CrossEncoder.load(folder, overlap=8)
    hay = "hay " * 900

    assert judge.entails([(f"{hay} needle {hay}", "is it there ."), (hay, "is it there .")]) == pytest.approx(
        [0.9817, 0.0177], abs=1e-3
    )


def test_a_check_of_support_is_judged_by_it(folder: Path) -> None:
    """The check says what the model says."""
    check = Supported(judge=CrossEncoder.load(folder, overlap=8))
    draft = read({"claims": [{"text": "It is hay there."}]})

    assert run_check(check, draft, Evidence.of(["There is hay and a needle there."])).status == "supported"
    assert run_check(check, draft, Evidence.of(["There is only hay there."])).status == "unsupported"
