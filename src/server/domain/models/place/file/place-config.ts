import type { Dialect } from '../../../../../shared/models/own-keys.ts'
import { dialectOf, type Preset, presetOf, presets } from '../../presets.ts'
import { ModelsFileError } from './models-file.ts'
import { entriesOf, type FileEntry, type FileProvider, type ModelsFile } from './models-file-schema.ts'

/** What of the environment says which models there are. */
export interface ModelsEnv {
  OPENAI_API_KEY?: string | undefined
  OPENAI_BASE_URL?: string | undefined
  CHAT_MODEL: string
  CHAT_WINDOW_TOKENS?: number | undefined
  VISION_MODELS?: readonly string[] | undefined
  /** The values of all variables whose names end in `_API_KEY`. */
  apiKeys: Readonly<Record<string, string>>
}

/** A provider of this place. */
export interface PlaceProvider {
  id: string
  name: string
  baseUrl: string
  apiKey: string | undefined
  isLocal: boolean
  dialectOf(model: string): Dialect
  /** Whether chat completions ask for figures of use, which the specification's request does not. */
  asksUsage: boolean
  /** Null for all that the provider lists. */
  only: readonly FileEntry[] | null
}

export interface PlaceConfig {
  providers: ReadonlyMap<string, PlaceProvider>
  /** Null where neither the file nor `OPENAI_API_KEY` or `OPENAI_BASE_URL` says one. */
  standard: { provider: string; model: string } | null
  /** For models whose entry names none. */
  secondChoice: string | null
}

/** What the provider of an `OPENAI_BASE_URL` that is no preset's is called. */
const CUSTOM = 'custom'

/** The variable that a preset's key is in, if the file names no other. */
const keyVariableOf = (id: string) => `${id.toUpperCase().replaceAll('-', '_')}_API_KEY`

/** Reads the key in a file. @throws {ModelsFileError} which names `place` */
type ReadKey = (path: string, place: string) => string

/** @throws {ModelsFileError} if the file and the environment do not fit */
export function configOf(env: ModelsEnv, file: ModelsFile, readKey: ReadKey): PlaceConfig {
  const providers = new Map<string, PlaceProvider>()
  const own = environmentProvider(env)
  const add = (provider: PlaceProvider) => providers.set(provider.id, provider)
  for (const preset of presets) {
    if (own?.id === preset.id) add(own)
    else if (hasKey(env, preset)) add(presetProvider(preset, keyOf(env, preset)))
  }
  if (own?.id === CUSTOM) add(own)
  for (const [id, given] of Object.entries(file.providers ?? {}))
    add(fileProvider(id, given, { env, known: providers.get(id), readKey }))
  checkNamed(file, providers)
  return {
    providers,
    standard: splitRef(file.standard) ?? (own ? { provider: own.id, model: env.CHAT_MODEL } : null),
    secondChoice: file.secondChoice ?? null,
  }
}

function splitRef(ref: string | undefined): PlaceConfig['standard'] {
  if (ref === undefined) return null
  const slash = ref.indexOf('/')
  return { provider: ref.slice(0, slash), model: ref.slice(slash + 1) }
}

/**
 * Decision 18: what `OPENAI_API_KEY` and `OPENAI_BASE_URL` name speaks chat completions. It has one model, so that nobody
 * can choose a dearer one before the operator has said so in the file.
 */
function environmentProvider(env: ModelsEnv): PlaceProvider | null {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, CHAT_MODEL: model } = env
  if (apiKey === undefined && baseUrl === undefined) return null
  const only = [{ name: model }]
  const openAi = presetOf('openai') as Preset
  if (baseUrl === undefined) return { ...presetProvider(openAi, apiKey), only }
  const preset = presets.find((known) => known.baseUrl === baseUrl.replace(/\/+$/, ''))
  return {
    id: preset && (preset === openAi || !hasKey(env, preset)) ? preset.id : CUSTOM,
    name: preset?.name ?? 'This place’s server',
    ...{ baseUrl, apiKey, only, isLocal: false },
    dialectOf: () => 'chat',
    // Who knows what an unknown server makes of more than the specification's request.
    asksUsage: preset !== undefined,
  }
}

/** A local server needs no key, so it is one only where it is found or the file names it. */
const hasKey = (env: ModelsEnv, preset: Preset) => !preset.isLocal && keyOf(env, preset) !== undefined

/** `OPENAI_API_KEY` is for the server of `OPENAI_BASE_URL` where there is one, and is sent to no other. */
function keyOf(env: ModelsEnv, { id }: Preset): string | undefined {
  if (id !== 'openai') return env.apiKeys[keyVariableOf(id)]
  return env.OPENAI_BASE_URL === undefined ? env.OPENAI_API_KEY : undefined
}

export function presetProvider(preset: Preset, apiKey: string | undefined): PlaceProvider {
  const { id, name, baseUrl, isLocal } = preset
  return {
    ...{ id, name, baseUrl, isLocal, apiKey, only: null, asksUsage: true },
    dialectOf: (model) => dialectOf(preset, model),
  }
}

function fileProvider(
  id: string,
  given: FileProvider,
  {
    env,
    known,
    readKey,
  }: {
    env: ModelsEnv
    known: PlaceProvider | undefined
    readKey: ReadKey
  },
): PlaceProvider {
  const place = `providers.${id}`
  const preset = presetOf(given.preset ?? id)
  const named = preset && presetProvider(preset, keyOf(env, preset))
  const base = (given.preset === undefined && known) || named
  const baseUrl = given.baseUrl ?? base?.baseUrl
  if (baseUrl === undefined)
    throw new ModelsFileError(
      `"${place}" needs a "baseUrl" or a "preset", as it is none that is known by name.`,
    )
  const isMoved = baseUrl !== base?.baseUrl
  // A key goes to the address that it was set for alone, unless the file says otherwise.
  const apiKey = givenKey(given, { env, place, readKey }) ?? (isMoved ? undefined : base?.apiKey)
  if (apiKey === undefined && preset && !preset.isLocal && !isMoved && !known)
    throw new ModelsFileError(
      `"${place}" needs a key: set ${keyVariableOf(preset.id)}, or name another variable in "keyFrom".`,
    )
  const { dialect } = given
  return {
    ...{ id, baseUrl, apiKey, only: entriesOf(given), asksUsage: true },
    name: given.name ?? base?.name ?? id,
    isLocal: base?.isLocal ?? false,
    dialectOf: dialect ? () => dialect : (base?.dialectOf ?? (() => 'chat')),
  }
}

function givenKey(
  { keyFrom, keyFile }: FileProvider,
  { env, place, readKey }: { env: ModelsEnv; place: string; readKey: ReadKey },
): string | undefined {
  if (keyFrom !== undefined && keyFile !== undefined)
    throw new ModelsFileError(`"${place}" has both "keyFrom" and "keyFile": leave one of them out.`)
  if (keyFile !== undefined) return readKey(keyFile, `${place}.keyFile`)
  if (keyFrom === undefined) return undefined
  const key = env.apiKeys[keyFrom]
  if (key === undefined)
    throw new ModelsFileError(`"${place}.keyFrom" names the variable ${keyFrom}, which is not set.`)
  return key
}

/** @throws {ModelsFileError} if the file names a model of a provider that there is not */
function checkNamed(file: ModelsFile, providers: ReadonlyMap<string, PlaceProvider>): void {
  const named: [place: string, ref: string | null | undefined][] = [
    ['standard', file.standard],
    ['secondChoice', file.secondChoice],
    ...Object.entries(file.providers ?? {}).flatMap(([id, provider]) =>
      (entriesOf(provider) ?? []).map(({ secondChoice }, index): [string, string | null | undefined] => [
        `providers.${id}.models[${index}].secondChoice`,
        secondChoice,
      ]),
    ),
  ]
  for (const [place, ref] of named) {
    const provider = ref?.slice(0, ref.indexOf('/'))
    if (provider === undefined || providers.has(provider)) continue
    throw new ModelsFileError(
      `"${place}" names a model of "${provider}", which has neither an entry in "providers" nor a key in the environment.`,
    )
  }
}
