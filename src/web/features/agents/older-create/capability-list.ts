import { splitList } from '../../../../shared/agents/agent-fields.ts'

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Whether a list contains the item; ignores case. */
export function listHolds(items: readonly string[], item: string): boolean {
  return items.some((known) => same(known, item))
}

/** Removes an item from a comma-separated list, or appends it if it is missing. */
export function toggleInList(text: string, item: string): string {
  const items = splitList(text)
  const rest = items.filter((known) => !same(known, item))
  return (rest.length < items.length ? rest : [...items, item]).join(', ')
}
