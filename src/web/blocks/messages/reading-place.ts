/** Relative to a message, so that it survives a reload. */
export interface Place {
  message: string
  /** Pixels of its upper edge below the list's; negative if it begins above it. */
  offset: number
}

/** The element that keeps its position on the screen while heights around it change. */
export interface Hold {
  element: Element
  /** Pixels of its upper edge below the list's. */
  offset: number
  /** If the element is removed: its message, and the fraction of that message above the list's upper edge. */
  message: Element | null
  share: number
}

/** What the browser lays out as a unit, such as a turn or the messages of an hour. */
const GROUP = '[data-group]'
const MESSAGE = '[data-message]'
const WORDS = '[data-words]'

/** The innermost block at the list's upper edge: a message, a paragraph, a list item or a block of code. */
export function holdIn(list: Element): Hold | null {
  const edge = edgeOf(list)
  // Only groups: other content above them does not move when earlier messages are inserted below it.
  const group = firstGroup(list, edge)
  if (!group) return null
  const message = firstOf(group.querySelectorAll(MESSAGE), edge)
  // The name above a message is no anchor: an earlier message of the same author removes it.
  let element = message?.querySelector(WORDS) ?? message ?? group
  for (let box = element.getBoundingClientRect(); box.top < edge; box = element.getBoundingClientRect()) {
    const inner = firstOf(element.children, edge)
    if (!inner) break
    element = inner
  }
  return holdOn(list, element)
}

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

/** Pixels that the list must scroll to restore the anchor's position; null if the anchor is gone. */
export function driftOf(list: Element, { element, offset, message, share }: Hold): number | null {
  if (element.isConnected) return element.getBoundingClientRect().top - edgeOf(list) - offset
  if (!message?.isConnected) return null
  const box = message.getBoundingClientRect()
  return box.top + share * box.height - edgeOf(list)
}

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

/** Groups are measured first, because measuring inside a group that is off screen would force its layout. */
const firstGroup = (list: Element, edge: number) => firstOf(list.querySelectorAll(GROUP), edge)

/** Skips elements without height. */
function firstOf(elements: Iterable<Element>, line: number): Element | null {
  for (const element of elements) {
    const box = element.getBoundingClientRect()
    if (box.height > 1 && box.bottom > line + 1) return element
  }
  return null
}
