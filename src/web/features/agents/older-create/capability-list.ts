import { splitList } from '../../../../shared/agents/agents.ts'

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Whether a list has the item, however it is capitalised. */
export function listHolds(items: readonly string[], item: string): boolean {
  return items.some((known) => same(known, item))
}

/** A comma list without the item where it was there, and with it at the end where it was not. */
export function toggleInList(text: string, item: string): string {
  const items = splitList(text)
  const rest = items.filter((known) => !same(known, item))
  return (rest.length < items.length ? rest : [...items, item]).join(', ')
}
