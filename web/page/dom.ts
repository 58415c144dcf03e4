// Makes elements. Text always becomes text, never HTML.

export type Child = Node | string | number | null | undefined | false | Child[];
type Props = Record<string, unknown>;

function append(parent: Node, child: Child): void {
  if (child === null || child === undefined || child === false) return;
  if (Array.isArray(child)) {
    for (const one of child) append(parent, one);
  } else {
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

function set(element: Element, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, props);
  append(element, children);
  return element;
}

export function svg(tag: string, props: Props = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, props);
  append(element, children);
  return element;
}

/** Puts other children into an element. */
export function fill(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

/** Sets text only where it differs, so that screen readers are not told the same again. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const widths = new ResizeObserver((all) => {
  for (const place of new Set(all.map(({ target }) => target.closest(".scroll")))) {
    // only what can be scrolled takes the focus, so that the keyboard scrolls it
    if (place && place.scrollWidth > place.clientWidth) place.setAttribute("tabindex", "0");
    else place?.removeAttribute("tabindex");
  }
});

/** A place for what may be wider than the page. */
export function scrolling(child: HTMLElement): HTMLElement {
  const place = h("div", { class: "scroll" }, child);
  widths.observe(place);
  widths.observe(child);
  return place;
}
