// What the tests ask of a page; see checks.py. Evaluated in the page, so nothing is left behind
// but `measure`.
(() => {
  const USABLE = `a[href], area[href], button, input:not([type=hidden]), select, textarea, summary,
    [tabindex], [contenteditable=true], [role=button], [role=link], [role=checkbox], [role=radio],
    [role=switch], [role=tab], [role=option], [role=menuitem], [role=gridcell][aria-selected]`;
  const MOVED_IN_BY_ARROWS = `[role=grid], [role=radiogroup], [role=listbox], [role=toolbar],
    [role=tablist], [role=menu], [role=menubar], [role=tree]`;

  const named = (element) => {
    const parts = [];
    for (let one = element; one && one !== document.body && parts.length < 3; one = one.parentElement) {
      const id = one.id && !/\d{3}/.test(one.id) ? `#${one.id}` : "";
      parts.unshift(one.localName + (id || [...one.classList].map((word) => `.${word}`).join("")));
      if (id) break;
    }
    const said = element.getAttribute("aria-label") || element.textContent || element.name || "";
    return `${parts.join(" > ")} “${said.trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  };

  const labels = (element) => [...(element.labels ?? [])];
  const box = (element) => element.getBoundingClientRect();
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isSpokenOnly = (element) => box(element).width <= 1 || box(element).height <= 1;
  const isTick = (element) => element.matches("input[type=radio], input[type=checkbox]");

  // What people touch: for a tick its label too, for one that only screen readers see the label alone.
  const touched = (element) => {
    const boxes = labels(element).filter((label) => isShown(label)).map(box);
    if (isTick(element) && boxes.length) return isSpokenOnly(element) ? boxes : [box(element), ...boxes];
    return isSpokenOnly(element) ? [] : [box(element)];
  };

  const usable = () => {
    const room = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
    return [...room.querySelectorAll(USABLE)].filter((element) =>
      !element.matches(":disabled, [aria-disabled=true]") && !element.closest("[inert]") && isShown(element));
  };

  const stopsAtTab = () => {
    const groups = new Set();
    return usable().filter((element) => {
      if (element.matches("[tabindex^='-']")) return !element.closest(MOVED_IN_BY_ARROWS) && element.matches("a, button, input, select, textarea, summary");
      if (element.type !== "radio" || !element.name) return true;
      const group = `${element.form?.action} ${element.name}`; // arrows move inside it
      return !groups.has(group) && groups.add(group);
    });
  };

  const isInText = (element) => element.localName === "a" && getComputedStyle(element).display === "inline"
    && element.parentElement.textContent.trim() !== element.textContent.trim();

  const tooSmall = (least) => usable()
    .filter((element) => element.tabIndex >= 0 && !isInText(element) && !element.matches("[role=region], dialog, body"))
    .flatMap((element) => {
      const boxes = touched(element);
      if (!boxes.length) return [];
      const width = Math.max(...boxes.map((one) => one.right)) - Math.min(...boxes.map((one) => one.left));
      const height = Math.max(...boxes.map((one) => one.bottom)) - Math.min(...boxes.map((one) => one.top));
      return Math.min(width, height) < least - .5
        ? [`${named(element)} is ${Math.round(width)} × ${Math.round(height)}`] : [];
    });

  const sideways = () => {
    const page = document.scrollingElement;
    if (page.scrollWidth <= page.clientWidth) return [];
    const widest = [...document.body.querySelectorAll("*")]
      .filter((element) => isShown(element) && box(element).right > page.clientWidth + 1)
      .sort((a, b) => box(b).right - box(a).right)[0];
    return [`${page.scrollWidth} wide in ${page.clientWidth}: ${widest ? named(widest) : "?"}`];
  };

  // Words of a list that are on two lines, though no longer than names are.
  const broken = (most) => [...document.querySelectorAll(".list tbody tr, .records, .places, .hall-list")].filter(isShown)
    .flatMap((list) => {
      const walk = document.createTreeWalker(list, NodeFilter.SHOW_TEXT), found = [];
      for (let text = walk.nextNode(); text; text = walk.nextNode()) {
        for (const { 0: word, index } of text.data.matchAll(/\p{L}+/gu)) {
          const range = new Range();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const tops = [...range.getClientRects()].map((one) => one.top);
          if (word.length <= most && Math.max(...tops) - Math.min(...tops) > 4) found.push(word);
        }
      }
      return found;
    });

  // What repeats what stands beside it: of elements built alike, all but the first two and the last.

  const CONTENT = new Set(["id", "href", "name", "value", "for", "title", "alt", "src", "datetime", "aria-label", "aria-labelledby", "aria-describedby", "x", "y", "d", "points", "transform"]);
  const attribute = ({ name, value }) => (CONTENT.has(name) && value ? name : `${name}=${value}`);
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const shape = (element) => {
    const attributes = [...element.attributes].map(attribute).join(" ");
    return `<${element.localName} ${attributes} ${hasText(element)}>${[...element.children].map(shape).join("")}</>`;
  };
  const repeats = (holder = document.body) => {
    const seen = new Map(), siblings = [...holder.children];
    return siblings.flatMap((element) => {
      const same = shape(element), before = seen.get(same) ?? 0;
      seen.set(same, before + 1);
      return before < 2 || element === siblings.at(-1) ? repeats(element) : [element];
    });
  };

  // What stands around a page, as its bar and its foot: the parts that were built so on a page before.

  let around = [];
  const hash = (text) => [...text].reduce((sum, sign) => (Math.imul(sum, 31) + sign.codePointAt(0)) | 0, 0);
  const partsOf = (part) => [hash(shape(part)), ...[...part.children].flatMap(partsOf)];
  const seenOf = (part, before) => (before.has(hash(shape(part))) ? [part] : [...part.children].flatMap((inner) => seenOf(inner, before)));
  const newAround = (before) => {
    const parts = [...document.body.children].filter((part) => part.matches("header, footer, .skip"));
    around = parts.flatMap((part) => seenOf(part, new Set(before)));
    return parts.flatMap(partsOf);
  };
  const passedOver = () => [...repeats(), ...around];

  // What the contrast of a text goes by: its colour and size, and what is behind it, from the page
  // down. Where something is drawn by place, such as a shade, its whole way down belongs to it.
  const NOTHING = "rgba(0, 0, 0, 0)";
  let fresh = [];
  const looksOf = () => {
    const known = new Map([[null, { behind: "", way: "", isPlaced: false }]]);
    const look = (element) => {
      if (!known.has(element)) {
        const above = look(element.parentElement), style = getComputedStyle(element);
        const { backgroundColor, backgroundImage, opacity, position } = style;
        const isPlain = backgroundImage === "none" && opacity === "1";
        const own = isPlain ? backgroundColor : `${backgroundColor} ${backgroundImage} ${opacity}`;
        known.set(element, {
          behind: own === NOTHING ? above.behind : `${above.behind}, ${own}`,
          way: `${above.way}>${element.localName} ${[...element.attributes].map(attribute).join(" ")}`,
          isPlaced: above.isPlaced || !isPlain || !["static", "relative"].includes(position),
          text: `${style.color} ${style.fontSize} ${style.fontWeight}`,
        });
      }
      return known.get(element);
    };
    return (element) => {
      const { behind, way, isPlaced, text } = look(element), link = element.closest("a");
      const inText = link ? `${getComputedStyle(link).textDecorationLine} in ${look(link.parentElement).text}` : "";
      return [text, behind, inText, isPlaced || element.namespaceURI.endsWith("svg") ? way : ""].join("; ");
    };
  };
  const isRead = (element) => {
    const ofLetters = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /[\p{L}\p{N}]/u.test(node.data));
    return (ofLetters || element.matches("input, select, textarea")) && isShown(element)
      && !element.closest(":disabled, [aria-disabled=true], [inert], svg title, svg desc");
  };
  // Of the looks that are not among those seen before: what they are, and two texts or fields of each.
  const newLooks = (before) => {
    const found = new Map(), look = looksOf(), seen = new Set(before);
    for (const element of document.body.querySelectorAll("*")) {
      if (!isRead(element)) continue;
      const own = hash(look(element));
      if (!seen.has(own)) found.set(own, [...(found.get(own) ?? []), element].slice(0, 2));
    }
    fresh = [...found.values()].flat();
    return [...found.keys()];
  };

  // Walking by Tab

  let stops = [], passed = [], reached = new Set(), wrong = new Set();
  const begin = (passes) => {
    const repeated = passes ? passedOver() : [];
    passed = stopsAtTab();
    stops = passed.filter((stop) => !repeated.some((one) => one.contains(stop)));
    reached = new Set();
    wrong = new Set();
    document.activeElement?.blur();
    addEventListener("keydown", step, true); // what the press before it came to
    return stops.length;
  };
  const sameGroup = (one, other) => one.type === "radio" && other.type === "radio" && one.name && one.name === other.name && one.form === other.form;

  const hasOutline = (element) => {
    const style = getComputedStyle(element);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  const shows = (element) => [element, ...labels(element), element.nextElementSibling, element.parentElement]
    .some((one) => one && one !== document.body && hasOutline(one));

  const isCovered = (element) => {
    const own = [element, ...labels(element)];
    const parts = isTick(element) || isSpokenOnly(element) ? own : [element];
    const seen = parts.flatMap((one) => [...one.getClientRects()]) // of a link on two lines: each line
      .filter((one) => one.width > 1 && one.height > 1);
    const points = seen.flatMap((one) => [[.5, .5], [.1, .5], [.9, .5], [.5, .1], [.5, .9]]
      .map(([x, y]) => [one.left + one.width * x, one.top + one.height * y]));
    return points.length > 0 && !points.some(([x, y]) => {
      const top = document.elementFromPoint(x, y);
      return top && own.some((one) => one.contains(top) || top.contains(one) && top.matches("a, button, label, summary"));
    });
  };

  const note = () => {
    const element = document.activeElement;
    if (!element || element === document.body || reached.has(element)) return;
    for (const stop of stops) if (stop === element || sameGroup(stop, element)) reached.add(stop);
    if (!shows(element)) wrong.add(`no outline: ${named(element)}`);
    if (isCovered(element)) wrong.add(`covered: ${named(element)}`);
  };
  // Tab goes on from the last of those that repeat what was walked already.
  const step = () => {
    note();
    const here = passed.findIndex((stop) => stop === document.activeElement || sameGroup(stop, document.activeElement));
    if (here < 0) return;
    const next = passed.slice(here + 1);
    const wanted = next.findIndex((stop) => stops.includes(stop));
    if (wanted > 0) next[wanted - 1].focus();
  };
  const isAllReached = () => {
    note();
    return reached.size === stops.length;
  };
  const end = () => {
    removeEventListener("keydown", step, true);
    return [...wrong, ...stops.filter((one) => !reached.has(one) && isShown(one)).map((one) => `not reached by Tab: ${named(one)}`)];
  };

  // Words: every piece of text with where it is; `bare` is what stands outside the signs of pseudo.py.

  const SPOKEN = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt", "label"];
  const isData = (element) => {
    const here = element.closest("[lang], [translate], code, time, script, style");
    if (!here || here === document.documentElement) return false;
    return !here.matches("[translate=yes]");
  };
  const bareOf = (text, depth) => {
    let bare = "";
    for (const sign of text) {
      if (sign === "\u2062") depth += 1;
      else if (sign === "\u2063") depth -= 1;
      else if (depth === 0) bare += sign;
    }
    return [bare, depth];
  };
  const roots = (root) => [root, ...[...root.querySelectorAll("template")].flatMap((one) => roots(one.content))];

  const bareWords = () => {
    const found = [];
    for (const root of roots(document)) {
      let depth = 0; // an element inside a sentence parts it into several nodes
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const parent = node.parentElement;
        if (parent?.matches("script, style, textarea, noscript")) continue;
        const [bare, after] = bareOf(node.data, depth);
        depth = after;
        if (bare.trim() && !(parent && isData(parent))) found.push([parent ? named(parent) : "template", bare.trim()]);
      }
      if (depth !== 0) found.push(["brackets", "a text was cut in the middle"]);
      for (const element of root.querySelectorAll("*")) {
        if (isData(element)) continue;
        const said = SPOKEN.filter((name) => element.hasAttribute(name)).map((name) => element.getAttribute(name));
        if (element.matches("input[type=submit], input[type=button], input[type=reset]")) said.push(element.value);
        for (const text of said) {
          const [bare] = bareOf(text, 0);
          if (bare.trim()) found.push([named(element), bare.trim()]);
        }
      }
    }
    return found;
  };

  const wordsOfStyles = () => [...document.styleSheets].flatMap(function rules(one) {
    return [...one.cssRules].flatMap((rule) => [
      ...(rule.style?.content ? [[rule.selectorText, rule.style.content]] : []),
      ...(rule.cssRules ? rules(rule) : []),
    ]);
  });

  // But for pictures that wait until somebody has read so far.
  // Text that ends outside the box it stands in; a name may end in an ellipsis.
  const BOXES = ".key, .cell, .button, .chip, td, th, .question, .where, label, .read-out li";
  const above = (holder, place) => (holder === place ? [] : [holder, ...above(holder.parentElement, place)]);
  const endsInEllipsis = (element) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    return textOverflow === "ellipsis" || webkitLineClamp !== "none";
  };
  const cut = () => {
    const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), found = [];
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      const holder = text.parentElement;
      if (!text.data.trim() || !isShown(holder) || holder.closest(".spoken, .label, option, textarea, [hidden]")) continue;
      const place = holder.closest(BOXES);
      if (!place) continue;
      if (above(holder, place).some(endsInEllipsis)) continue;
      const range = new Range();
      range.selectNodeContents(text);
      const { left, right, top, bottom } = box(place);
      const out = [...range.getClientRects()].some((one) => one.width > 1 && (one.left < left - .5 || one.right > right + .5 || one.top < top - 4 || one.bottom > bottom + 4));
      if (out) found.push(`${named(place)}: ${text.data.trim()}`);
    }
    return found;
  };

  const loaded = () => {
    const later = new Set([...document.querySelectorAll("img[loading=lazy]")].map((one) => one.currentSrc));
    return ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
      .filter((one) => !later.has(one.name)).map((one) => [one.name, one.encodedBodySize]);
  };

  globalThis.measure = { loaded, cut, tooSmall, sideways, broken, repeats, newAround, passedOver, newLooks, fresh: () => fresh, begin, isAllReached, end, bareWords, wordsOfStyles };
})();
