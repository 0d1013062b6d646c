/** The button of the menu that was used last, while its action keeps the focus from it. */
let used: HTMLElement | null = null

export function rememberMenuButton(button: HTMLElement | null): void {
  used = button
}

/** When a menu has closed. @param keepsFocus whether its action has the focus, or gives it to a dialog that still loads */
export function returnFocusOfMenu(event: Event, keepsFocus: boolean): void {
  if (keepsFocus) event.preventDefault()
  else used = null
}

/**
 * What opens a dialog, and what around it can have the focus when it is gone, the nearest first. An item of a menu goes
 * and leaves the focus to the page, so that the menu's button counts.
 */
export function findOpeners(): Element[] {
  const { activeElement, body } = document
  const isOfMenu = activeElement === body || activeElement?.closest('[role="menu"]')
  const opener = isOfMenu ? used : activeElement
  used = null
  const openers = opener ? [opener] : []
  for (let around = opener; around; around = around.parentElement?.closest('[tabindex="-1"]') ?? null)
    if (around !== opener) openers.push(around)
  const main = document.querySelector('main')
  return main ? [...openers, main] : openers
}
