import { textSchema, thisTab } from '../../../blocks/saved-draft/persisted.ts'
import { sharedValue } from '../../../blocks/saved-draft/shared-value.ts'

/** A text that another app shared, stored until the composer of the chosen agent takes it. */
export const sharedText = sharedValue('sharedText', textSchema, thisTab)

const parameters = ['title', 'text', 'url'] as const

/** The shared text in an address, without duplicates: apps put the same text into several parameters. */
export function readShared(search: URLSearchParams): string {
  const parts = parameters.map((name) => search.get(name)?.trim() ?? '')
  const isOnce = (part: string, index: number) =>
    part !== '' &&
    !parts.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index))
  return parts.filter(isOnce).join('\n')
}

export function withoutShared(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of parameters) next.delete(name)
  return next
}

export function takeSharedText(): string {
  const text = sharedText.get() ?? ''
  if (text) sharedText.set(undefined)
  return text
}
