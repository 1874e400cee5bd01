/**
 * Reports the tab stops of a page, and its elements that react to a pointer. Runs in the page before the page's own
 * scripts.
 */
(() => {
  const POINTER_EVENTS = ["click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "contextmenu"];
  const POINTER_PROPS =
    /^on(Click|DoubleClick|MouseDown|MouseUp|PointerDown|PointerUp|ContextMenu|TouchStart|TouchEnd)(Capture)?$/;
  const ROLES = "button link option menuitem menuitemcheckbox menuitemradio tab switch checkbox radio slider combobox";
  const NATIVE = "a[href], button, input, select, textarea, summary, video[controls], audio[controls]";
  const CONTROLS = `${NATIVE}, [contenteditable=true], ${ROLES.split(" ")
    .map((role) => `[role=${role}]`)
    .join()}`;
  /** Elements in which arrow keys move the focus. */
  const GROUPS = ["menu", "listbox", "toolbar", "grid", "tablist", "radiogroup", "group", "navigation"]
    .map((role) => `[role=${role}]`)
    .concat("nav", "ul", "ol")
    .join();

  const listening = new WeakMap();
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (this instanceof Element && POINTER_EVENTS.includes(type)) {
      listening.set(this, [...(listening.get(this) ?? []), type]);
    }
    return add.call(this, type, listener, options);
  };

  const numbers = new WeakMap();
  const known = [];
  const numberOf = (element) => {
    if (!numbers.has(element)) numbers.set(element, known.push(element) - 1);
    return numbers.get(element);
  };

  const tidy = (text) => (text ?? "").trim().replace(/\s+/g, " ").slice(0, 50);
  const nameOf = (element) =>
    tidy(element.ariaLabel) ||
    tidy(element.labels?.[0]?.textContent) ||
    tidy(element.title) ||
    tidy(element.textContent) ||
    tidy(element.placeholder);
  const describe = (element) => {
    const role = element.getAttribute("role");
    const around = element.parentElement?.closest("[aria-label], dialog, [role=dialog]");
    const place = around ? ` in ${tidy(around.ariaLabel) || around.tagName.toLowerCase()}` : "";
    return `${element.tagName.toLowerCase()}${role ? `[${role}]` : ""} “${nameOf(element)}”${place}`;
  };

  const propsOf = (element) => {
    const key = Object.keys(element).find((each) => each.startsWith("__reactProps$"));
    return key === undefined ? {} : element[key];
  };
  const handlersOf = (element) => [
    ...Object.entries(propsOf(element))
      .filter(([name, value]) => POINTER_PROPS.test(name) && typeof value === "function")
      .map(([name]) => name),
    ...(listening.get(element) ?? []),
    ...POINTER_EVENTS.filter((type) => element.hasAttribute(`on${type}`)).map((type) => `on${type}`),
  ];
  const cursor = (element) => getComputedStyle(element).cursor;

  const isVisible = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("[inert]")) return false;
    if (element.matches("[data-base-ui-focus-guard], :disabled, option, html, body, #root")) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(element).pointerEvents !== "none";
  };
  /** The reasons why an element counts as clickable. */
  const reasonsOf = (element) => [
    ...(element.matches(CONTROLS) ? ["control"] : []),
    ...(cursor(element) === "pointer" && cursor(element.parentElement) !== "pointer" ? ["cursor"] : []),
    ...handlersOf(element),
  ];

  const held = (element) => element.matches("label") && element.control;
  /** Whether the keyboard reaches something equivalent: the enclosing control, the label's control, another radio button. */
  const isCovered = (element, reached) => {
    if (reached.has(element)) return true;
    if (held(element)) return isCovered(element.control, reached);
    if (element.type === "radio") {
      return [...reached].some((each) => each.type === "radio" && each.name === element.name);
    }
    if (element.matches(CONTROLS)) return false;
    const outer = element.parentElement?.closest(`${CONTROLS}, label, article`);
    return Boolean(outer && !outer.matches("article") && isCovered(outer, reached));
  };

  const now = () => {
    const active = document.activeElement;
    const id = active?.getAttribute("aria-activedescendant");
    return { active, descendant: (id && document.getElementById(id)) || undefined };
  };

  /** A control that is hidden behind its label has the box of the label. */
  const boxOf = (element) => {
    const small = element.offsetWidth <= 1 && element.closest("label");
    const { left, top, right, bottom } = (small || element).getBoundingClientRect();
    return { left, top, right, bottom };
  };

  /** A list whose rows are below one another, and which is not a form with a row for each entry. */
  const isLongList = (list) => {
    if (!list?.matches("ul, ol") || list.querySelector("input:not([type=checkbox], [type=radio]), textarea"))
      return false;
    const tops = [...list.children].filter(isVisible).map((row) => row.getBoundingClientRect().top);
    return new Set(tops).size > 1 && new Set(tops).size === tops.length;
  };
  const rowOf = (element) => {
    const row = element.closest("li");
    return row && isLongList(row.parentElement) ? row : undefined;
  };

  globalThis.tabOrder = {
    /** Adds a focused element before or after everything else. */
    addEdge(where) {
      this.removeEdge();
      const edge = Object.assign(document.createElement("span"), { id: "tab-order-edge", tabIndex: -1 });
      document.body[where](edge);
      edge.focus({ preventScroll: true });
    },
    removeEdge: () => document.getElementById("tab-order-edge")?.remove(),
    /** The focused element, and the box that another one has then. */
    async focused(before) {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const { active, descendant } = now();
      if (!active || active === document.body || active.id === "tab-order-edge") return undefined;
      return {
        number: numberOf(active),
        name: describe(active),
        box: boxOf(active),
        before: before === undefined ? undefined : boxOf(known[before]),
        rtl: getComputedStyle(document.documentElement).direction === "rtl",
        many: active.matches("video, audio, input[type^=date], input[type=time]"),
        kind: [active, active.parentElement, active.parentElement?.parentElement]
          .map(
            (each) =>
              `${each?.tagName} ${each?.className} ${each?.getAttribute("style")} ${each?.getAttribute("role")}`,
          )
          .join(),
        descendant: descendant && numberOf(descendant),
        message: active.closest("article") ? numberOf(active.closest("article")) : undefined,
        isMessage: active.matches("article"),
        row: rowOf(active) && numberOf(rowOf(active)),
        list: rowOf(active) && numberOf(rowOf(active).parentElement),
        group: active.closest(GROUPS) ? numberOf(active.closest(GROUPS)) : undefined,
      };
    },
    focus: (number) => known[number].focus({ preventScroll: true }),
    blur: (number) => known[number].blur(),
    isIn: (number, selector) => Boolean(known[number].closest(selector)),
    /** Whether an element contains clickable elements that were not reached. */
    hasUnreached: (number, done) => {
      const reached = new Set(done.map((each) => known[each]));
      return [...known[number].querySelectorAll("*")].some(
        (each) => isVisible(each) && reasonsOf(each).length > 0 && !isCovered(each, reached),
      );
    },
    /** The clickable elements in a scope that were not reached. */
    unreached(selector, done) {
      const reached = new Set(done.map((each) => known[each]));
      return [...document.querySelectorAll(selector)]
        .flatMap((scope) => [...scope.querySelectorAll("*")])
        .filter((each) => isVisible(each) && reasonsOf(each).length > 0 && !isCovered(each, reached))
        .map((each) => ({ number: numberOf(each), name: `${describe(each)}: ${reasonsOf(each).join(" ")}` }));
    },
    /** The reached elements that no key activates: they are no native controls, and have no listener for keys. */
    inert(done) {
      const listens = (element) => {
        for (let each = element; each; each = each.parentElement) if (propsOf(each).onKeyDown) return true;
        // The field that controls a list box handles the keys for its options.
        const list = element.closest("[role=listbox]")?.id;
        return Boolean(list && document.querySelector(`[aria-controls="${list}"]`));
      };
      const pressed = (element) => {
        const names = handlersOf(element).filter((name) => /^on(Mouse|Pointer)(Down|Up)$/.test(name));
        return names.length > 0 && !propsOf(element).onClick && element.matches("button, a");
      };
      return done
        .map((each) => known[each])
        .filter((each) => pressed(each) || (!each.matches(NATIVE) && handlersOf(each).length > 0 && !listens(each)))
        .map(describe);
    },
    matches: (number, selector) => known[number].matches(selector),
    describe: (number) => describe(known[number]),
  };
})();
