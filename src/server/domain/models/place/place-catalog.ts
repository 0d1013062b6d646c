import { isForTalking, type SaidFacts } from '../known-models.ts'
import type { FoundModel } from '../model-protocols.ts'
import type { FileEntry } from './file/models-file-schema.ts'
import type { PlaceConfig, PlaceProvider } from './file/place-config.ts'

/** A provider with what it lists, as far as that is known. */
export interface KnownProvider {
  provider: PlaceProvider
  /** Null while nobody knows. */
  listed: readonly FoundModel[] | null
}

const isGlob = (name: string) => name.includes('*')

function matches(name: string, model: string): boolean {
  const [first = '', ...others] = name.split('*')
  const last = others.pop()
  if (last === undefined) return name === model
  if (!model.startsWith(first) || !model.endsWith(last) || model.length < first.length + last.length)
    return false
  let at = first.length
  for (const part of others) {
    const found = model.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= model.length - last.length
}

const entriesFor = ({ only }: PlaceProvider, model: string): readonly FileEntry[] =>
  only?.filter(({ name }) => matches(name, model)) ?? []

/** In the order of the file's entries, else as the provider lists them. */
export function modelsOf({ provider, listed }: KnownProvider): string[] {
  const names = listed?.map(({ model }) => model) ?? []
  if (provider.only === null) return names.filter(isForTalking)
  const chosen = provider.only.flatMap(({ name }) =>
    isGlob(name) ? sorted(names.filter((model) => matches(name, model))) : [name],
  )
  return [...new Set(chosen)]
}

/** For people, who look for a name. */
export function sortedModelsOf(known: KnownProvider): string[] {
  return known.provider.only === null ? sorted(modelsOf(known)) : modelsOf(known)
}

const collator = new Intl.Collator('en', { numeric: true })
const sorted = (names: readonly string[]) => names.toSorted(collator.compare)

/** Whether a model may be asked. While its provider's list is not known, the provider decides. */
export function offers({ provider, listed }: KnownProvider, model: string): boolean {
  if (provider.only === null) return listed === null || listed.some((known) => known.model === model)
  const entries = entriesFor(provider, model)
  if (entries.some(({ name }) => !isGlob(name))) return true
  return entries.length > 0 && (listed === null || listed.some((known) => known.model === model))
}

/** What the file says of a model: of its entries that match the later counts. */
export function fileFacts(provider: PlaceProvider, model: string): SaidFacts {
  return Object.assign(
    {},
    ...entriesFor(provider, model).map(({ name, secondChoice, window, ...facts }) => ({
      ...facts,
      ...(window !== undefined && { windowTokens: window }),
    })),
  )
}

export function listFacts({ listed }: KnownProvider, model: string): SaidFacts {
  return listed?.find((known) => known.model === model)?.facts ?? {}
}

/** Null for none, and for what is its own second choice. */
export function secondChoiceOf(config: PlaceConfig, provider: PlaceProvider, model: string): string | null {
  const own = entriesFor(provider, model).findLast(({ secondChoice }) => secondChoice !== undefined)
  const ref = own ? (own.secondChoice ?? null) : config.secondChoice
  return ref === `${provider.id}/${model}` ? null : ref
}

/** The names that the file itself gives, whoever else may be chosen. */
export function namedByFile({ standard, secondChoice, providers }: PlaceConfig): Set<string> {
  const seconds = [...providers.values()].flatMap(
    ({ only }) => only?.flatMap((one) => one.secondChoice ?? []) ?? [],
  )
  return new Set([
    ...(standard ? [`${standard.provider}/${standard.model}`] : []),
    ...(secondChoice ? [secondChoice] : []),
    ...seconds,
  ])
}
