// The button that makes a link.

import { h } from "./dom";
import { link, type Shared } from "./share";
import { t } from "./texts";

/** Copies a link, and shows it where it cannot be copied. */
export async function copyLink(event: Event, shared: Shared): Promise<void> {
  const button = event.currentTarget as HTMLElement;
  const address = await link(shared);
  button.parentElement?.querySelector(".shared")?.remove();
  const field = h("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": t("link"),
    class: "link-field",
  });
  const note = h("span", { role: "status" });
  button.after(h("span", { class: "shared" }, field, note));
  field.select();
  try {
    await navigator.clipboard.writeText(address);
    note.textContent = t("copied");
  } catch {
    note.textContent = t("copy-it");
  }
}
