"use strict";
// Without this script the page is complete: every link leads to its evidence. It lets a claim be chosen in place.
document.documentElement.classList.add("js");
for (const answer of document.querySelectorAll(".answer")) {
  const cards = [...answer.querySelectorAll(".claim[data-c]")];
  const side = answer.querySelector(".documents");
  const nowhere = answer.querySelector(".nowhere");
  const covers = (mark, number) => mark.dataset.c.split(" ").includes(number);
  const scrolls = () => getComputedStyle(side).overflowY === "auto";
  const show = (place) => {
    const box = place.getBoundingClientRect();
    side.scrollTop += box.top - side.getBoundingClientRect().top - side.clientHeight * 0.3;
  };
  const choose = (card, place) => {
    const number = card.dataset.c;
    for (const each of cards) {
      each.classList.toggle("on", each === card);
      each.querySelector(".pick").removeAttribute("aria-current");
    }
    card.querySelector(".pick").setAttribute("aria-current", "true");
    const marks = [...side.querySelectorAll("[data-c]")];
    const own = marks.filter((mark) => covers(mark, number));
    for (const mark of marks) mark.classList.toggle("on", own.includes(mark));
    side.classList.toggle("chosen", own.length > 0);
    nowhere.hidden = own.length > 0;
    nowhere.textContent = `Claim ${Number(number) + 1} points to no place in these documents.`;
    const target = place || own[0];
    if (scrolls()) target ? show(target) : (side.scrollTop = 0);
  };
  for (const card of cards) {
    card.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (link && link.classList.contains("go")) {
        const place = document.getElementById(link.hash.slice(1));
        choose(card, place);
        if (scrolls()) event.preventDefault();
        return;
      }
      if (link) event.preventDefault();
      if (!String(getSelection())) choose(card);
    });
  }
  answer.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = step && cards.indexOf(event.target.closest && event.target.closest(".claim"));
    const next = step && at >= 0 && event.target.matches(".pick") && cards[at + step];
    if (!next) return;
    event.preventDefault();
    next.querySelector(".pick").focus();
    next.scrollIntoView({ block: "nearest" });
    choose(next);
  });
  side.addEventListener("click", (event) => {
    const mark = event.target.closest("mark[data-c], a.ref");
    if (!mark || !mark.dataset.c || String(getSelection())) return;
    const card = cards.find((each) => each.dataset.c === mark.dataset.c.split(" ")[0]);
    if (!card) return;
    if (scrolls()) {
      event.preventDefault();
      card.scrollIntoView({ block: "nearest" });
      choose(card, mark);
    } else {
      choose(card);
    }
  });
  for (const link of answer.querySelectorAll(".jump")) {
    link.addEventListener("click", () => {
      const card = cards.find((each) => each.dataset.c === link.dataset.c);
      if (card) choose(card);
    });
  }
  const marks = [...side.querySelectorAll("[data-c]")];
  const hasEvidence = (card) => marks.some((mark) => covers(mark, card.dataset.c));
  const first = cards.find((card) => card.classList.contains("bad")) || cards.find(hasEvidence);
  if (first) choose(first);
}
