// Questions to a page. Each answers with a list of complaints, or with plain data.
"use strict";

function called(element) {
  const id = element.id ? "#" + element.id : "";
  const inside = element.closest("[id]");
  const said = (element.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
  return element.tagName.toLowerCase() + id + [...element.classList].map(c => "." + c).join("") +
    (id || !inside ? "" : " in #" + inside.id) + (said ? ` "${said}"` : "");
}

function shown(element) {
  return element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
}

// What is wider than its place and not in a region that scrolls; regions that scroll without a keyboard or a name.
function sticking() {
  const width = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > width) {
    found.push(`the page is ${document.documentElement.scrollWidth} px wide, the window ${width} px`);
  }
  for (const element of document.querySelectorAll("body *")) {
    if (!shown(element) || element.closest(".hidden, .skip, script, svg svg *")) { continue; }
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    const scroller = element.closest(".scroll");
    if (!scroller && !element.closest("svg") && (box.right > width + 1 || box.left < -1)) {
      found.push(`${called(element)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} px`);
    }
    if (style.display === "inline" || element.closest("svg") || element.scrollWidth <= element.clientWidth + 1) { continue; }
    if (element === scroller) {
      const named = element.getAttribute("aria-label") || element.getAttribute("aria-labelledby");
      if (element.tabIndex !== 0 || !named || !element.getAttribute("role")) {
        found.push(`${called(element)} scrolls, and has no name, role or tab stop`);
      }
    } else if (!scroller && element.clientWidth > 0) {
      found.push(`${called(element)} holds ${element.scrollWidth} px in ${element.clientWidth} px`);
    }
  }
  return found;
}

// Texts of figures that lie on each other or leave their figure.
function colliding() {
  const found = [];
  for (const figure of document.querySelectorAll("figure > svg")) {
    const frame = figure.closest("figure").getBoundingClientRect();
    const texts = [...figure.querySelectorAll("text")].map(t => [t, t.getBoundingClientRect()]);
    texts.forEach(([text, box], index) => {
      if (box.left < frame.left || box.right > frame.right) { found.push(`${called(text)} leaves its figure`); }
      for (const [other, place] of texts.slice(index + 1)) {
        const across = Math.min(box.right, place.right) - Math.max(box.left, place.left);
        const down = Math.min(box.bottom, place.bottom) - Math.max(box.top, place.top);
        if (across > 1 && down > 3) { found.push(`${called(text)} and ${called(other)} lie on each other`); }
      }
    });
  }
  return found;
}

function luminance(colour) {
  const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map(Number).map(v => v / 255)
    .map(v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// A colour as numbers, whatever its name; those of the system too.
function painted(name) {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.cssText = `color: ${name}; forced-color-adjust: none`;
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

// The colour behind an element; behind a drawing, that of what holds it.
function ground(element) {
  const drawing = element.closest("svg");
  for (let at = drawing ? drawing.parentElement : element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (!/^rgba.*, 0\)$/.test(colour)) { return colour; }
  }
  return painted("Canvas");
}

// What axe-core does not judge: texts of figures (4.5 to 1); dots, lines, bars, keys and marks (3 to 1).
function pale() {
  const found = [];
  const judge = (element, colour, least) => {
    if (colour === "none" || getComputedStyle(element).opacity < 1) { return; }
    const reached = contrast(colour, ground(element));
    if (reached < least) { found.push(`${called(element)}: ${colour} has ${reached.toFixed(2)} to 1`); }
  };
  const rule = getComputedStyle(document.documentElement).getPropertyValue("--rule").trim();
  const band = getComputedStyle(document.documentElement).getPropertyValue("--band").trim();
  const quiet = [painted(rule), painted(band)];  // the grid and the band behind are no news by themselves
  document.querySelectorAll("figure > svg text").forEach(e => judge(e, getComputedStyle(e).fill, 4.5));
  document.querySelectorAll("figure > svg path, figure > svg use, .legend circle, .legend line").forEach(e => {
    const style = getComputedStyle(e), colour = style.stroke === "none" ? style.fill : style.stroke;
    if (!quiet.includes(colour) && style.fillOpacity === "1" && !e.closest("defs")) { judge(e, colour, 3); }
  });
  document.querySelectorAll(".swatch").forEach(e => {
    judge(e.parentElement, getComputedStyle(e).backgroundColor, 3);
  });
  document.querySelectorAll(".mark").forEach(e => judge(e, getComputedStyle(e).color, 3));
  return found;
}

// The places a Tab key should reach, in the order of the page; `stop` numbers are kept on them.
function stops() {
  const all = [...document.querySelectorAll("a[href], summary, .scroll, [tabindex='0']")].filter(shown);
  all.forEach((element, index) => { element.stop = index; });
  return all.map(called);
}

// Note where each key leads: number of the stop, and what is wrong with how its focus shows.
function listen() {
  window.reached = [];
  document.addEventListener("keyup", () => {
    const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect();
    const wrong = [];
    if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) { wrong.push("no outline"); }
    if (contrast(style.outlineColor, ground(at.parentElement)) < 3) { wrong.push("pale outline"); }
    if (box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) { wrong.push("out of sight"); }
    window.reached.push([at.stop ?? -1, wrong.length ? `${called(at)}: ${wrong.join(", ")}` : ""]);
  });
  return true;
}

// Leave a few of everything: the colours of the tenth row are those of the second.
function shorten() {
  const more = "tbody tr:nth-child(n+3), dl.terms > div:nth-child(n+3), .figures > figure:nth-child(n+3):not(:has(.matrix)), .game ~ .game";
  document.querySelectorAll(more).forEach(element => element.remove());
  document.querySelectorAll("figure > svg").forEach(element => element.remove());
  return document.querySelectorAll("*").length;
}
