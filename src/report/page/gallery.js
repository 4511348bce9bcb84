// The search: cards of which all words are said. Without it all cards are there.
"use strict";
{
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const label = document.getElementById("search");
  const field = label.querySelector("input");
  const count = document.getElementById("count");
  const cards = [...document.querySelectorAll(".card")].map((card) => {
    const said = [...card.querySelectorAll("h3, p")].map((part) => part.textContent);
    return { card, said: plain(said.join(" ")) };
  });
  const all = count.textContent;
  const search = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { card, said } of cards) {
      card.hidden = !words.every((word) => said.includes(word));
      found += !card.hidden;
    }
    for (const section of document.querySelectorAll("section")) {
      section.hidden = !section.querySelector(".card:not([hidden])");
    }
    count.textContent = words.length ? `${found} of ${all}` : all;
  };
  field.addEventListener("input", search);
  // What was looked for is there again behind a page that one comes back from.
  addEventListener("pageshow", search);
  label.hidden = false;
}
