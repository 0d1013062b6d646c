import { isAbsolute, resolve } from 'node:path'
import type { OfferedModel } from '../../../shared/models/local-model.ts'

/** A file in a repository of the hub. */
export interface HubSource {
  kind: 'hub'
  owner: string
  repository: string
  /** Its path in the repository, or what its name contains, such as `Q4_K_M`; null for the usual one. */
  file: { path: string } | { quantization: string } | null
}

type ModelSource = HubSource | { kind: 'file'; path: string }

interface KnownModel extends OfferedModel {
  reference: string
}

/**
 * The models that are offered by a short name, the standard one first. Sizes are those known when this was written:
 * what is downloaded is what the hub says then.
 */
export const knownModels: readonly KnownModel[] = [
  {
    name: 'medium',
    label: 'Qwen3 1.7B',
    megabytes: 1_834,
    memoryMegabytes: 3_200,
    licence: 'Apache 2.0',
    reference: 'Qwen/Qwen3-1.7B-GGUF/Qwen3-1.7B-Q8_0.gguf',
  },
  {
    name: 'small',
    label: 'Qwen3 0.6B',
    megabytes: 639,
    memoryMegabytes: 1_900,
    licence: 'Apache 2.0',
    reference: 'Qwen/Qwen3-0.6B-GGUF/Qwen3-0.6B-Q8_0.gguf',
  },
  {
    name: 'large',
    label: 'Qwen3 4B',
    megabytes: 2_497,
    memoryMegabytes: 4_200,
    licence: 'Apache 2.0',
    reference: 'Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf',
  },
]

/** Of names in the hub; no part of a path can be `..`. */
const NAME = '[A-Za-z0-9][A-Za-z0-9._-]{0,95}'
const inHub = new RegExp(
  `^(?:hf:)?(${NAME})/(${NAME})(?::([A-Za-z0-9_]{1,24})|/((?:${NAME}/){0,4}${NAME}))?$`,
)

const LONGEST_REFERENCE = 1_000

/**
 * Reads what somebody names a model by: a short name, `owner/repository`, `owner/repository:Q4_K_M`, the path of a file
 * in a repository, or that of a file here.
 * @returns null if it is none of them
 */
export function parseModelSource(reference: string): ModelSource | null {
  if (reference.length > LONGEST_REFERENCE) return null
  const known = knownModels.find(({ name }) => name === reference)
  const written = known?.reference ?? reference
  if (!known && (isAbsolute(written) || /^\.\.?[/\\]/.test(written)))
    return { kind: 'file', path: resolve(written) }
  const [, owner, repository, quantization, path] = inHub.exec(written) ?? []
  if (!owner || !repository) return /\.gguf$/i.test(written) ? { kind: 'file', path: resolve(written) } : null
  if (path) return /\.gguf$/i.test(path) ? { kind: 'hub', owner, repository, file: { path } } : null
  return { kind: 'hub', owner, repository, file: quantization ? { quantization } : null }
}
