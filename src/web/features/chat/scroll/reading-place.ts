/** Where a reader is in a list of messages, in words that survive a reload. */
export interface Place {
  /** The id of the first message in sight. */
  message: string
  /** How far its upper edge stands from the list's, in pixels; negative where it begins above it. */
  offset: number
}

/** What is kept under the reader's eyes while heights change around it. */
export interface Hold {
  element: Element
  /** Where its upper edge stands under the list's, in pixels. */
  offset: number
  /** The message that it is in, and which part of that is above the list's upper edge, should the element go. */
  message: Element | null
  share: number
}

const MESSAGE = '[data-message]'

/** The innermost block at the list's upper edge: a paragraph, an item, a block of code. */
export function holdIn(list: Element, content: Element): Hold | null {
  const edge = edgeOf(list)
  // A turn where there is one: what stands above all turns stays there when earlier ones come in under it.
  let element = firstOf(list.querySelectorAll('[data-turn]'), edge) ?? firstOf(content.children, edge)
  if (!element) return null
  for (let box = element.getBoundingClientRect(); box.top < edge; box = element.getBoundingClientRect()) {
    const inner = firstOf(element.children, edge)
    if (!inner) break
    element = inner
  }
  return holdOn(list, element)
}

/** Keeps an element where it stands, or where it is to stand. */
export function holdOn(list: Element, element: Element, offset?: number): Hold {
  const edge = edgeOf(list)
  const message = element.closest(MESSAGE)
  const box = message?.getBoundingClientRect()
  return {
    element,
    offset: offset ?? element.getBoundingClientRect().top - edge,
    message,
    share: box && box.height > 0 ? (edge - box.top) / box.height : 0,
  }
}

/** How far the list has to scroll, in pixels, for what is held to stand where it stood; null where it is gone. */
export function driftOf(list: Element, { element, offset, message, share }: Hold): number | null {
  if (element.isConnected) return element.getBoundingClientRect().top - edgeOf(list) - offset
  if (!message?.isConnected) return null
  const box = message.getBoundingClientRect()
  return box.top + share * box.height - edgeOf(list)
}

/** The place of whoever reads here; null where there is no message in sight. */
export function placeIn(list: Element): Place | null {
  const edge = edgeOf(list)
  // Turns first: measuring what is inside one that is out of sight would make the browser lay it out.
  const turn = firstOf(list.querySelectorAll('[data-turn]'), edge)
  const message = turn && firstOf(turn.querySelectorAll(MESSAGE), edge)
  if (!message) return null
  const offset = Math.round(message.getBoundingClientRect().top - edge)
  return { message: message.getAttribute('data-message') ?? '', offset }
}

export function messageIn(list: Element, id: string): Element | null {
  return list.querySelector(`[data-message="${CSS.escape(id)}"]`)
}

function edgeOf(list: Element): number {
  return list.getBoundingClientRect().top + list.clientTop
}

/** The first that reaches below a line; what takes no room of its own is passed over. */
function firstOf(elements: Iterable<Element>, line: number): Element | null {
  for (const element of elements) {
    const box = element.getBoundingClientRect()
    if (box.height > 1 && box.bottom > line + 1) return element
  }
  return null
}
