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

/** What the browser lays out as one, such as a turn or the messages of an hour. */
const GROUP = '[data-group]'
const MESSAGE = '[data-message]'
const WORDS = '[data-words]'

/** The innermost block at the list's upper edge: a message, a paragraph, an item, a block of code. */
export function holdIn(list: Element): Hold | null {
  const edge = edgeOf(list)
  // Groups alone: what stands above them all stays there when earlier ones come in under it.
  const group = firstGroup(list, edge)
  if (!group) return null
  const message = firstOf(group.querySelectorAll(MESSAGE), edge)
  // The name above the words goes when it turns out that its bearer had spoken before, too.
  let element = message?.querySelector(WORDS) ?? message ?? group
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
  const message = firstOf(firstGroup(list, edge)?.querySelectorAll(MESSAGE) ?? [], edge)
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

/** Groups first: measuring what is inside one that is out of sight would make the browser lay it out. */
const firstGroup = (list: Element, edge: number) => firstOf(list.querySelectorAll(GROUP), edge)

/** The first that reaches below a line; what takes no room of its own is passed over. */
function firstOf(elements: Iterable<Element>, line: number): Element | null {
  for (const element of elements) {
    const box = element.getBoundingClientRect()
    if (box.height > 1 && box.bottom > line + 1) return element
  }
  return null
}
