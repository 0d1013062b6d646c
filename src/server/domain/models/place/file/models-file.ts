import * as z from 'zod/mini'
import { type ModelsFile, modelsFileSchema, noKey } from './models-file-schema.ts'

/** The message is one plain sentence that names the place of the fault, and never a value that may be a key. */
export class ModelsFileError extends Error {
  override name = 'ModelsFileError'
}

/** @throws {ModelsFileError} */
export function parseModelsFile(text: string): ModelsFile {
  const parsed = modelsFileSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new ModelsFileError(sentenceOf(parsed.error.issues[0]))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The message itself quotes what stands there.
    const position = /position (\d+)/.exec((error as Error).message)?.[1]
    const before = position === undefined ? text : text.slice(0, Number(position))
    const line = before.split('\n').length
    const column = before.length - before.lastIndexOf('\n')
    throw new ModelsFileError(`It is no JSON: look at line ${line}, column ${column}.`)
  }
}

type Issue = z.core.$ZodIssue

/** Names under which people would look for a place for a key. */
const keyNames = /^(?:api|secret|access)?[-_]?(?:key|token)$|^(?:bearer|password|authorization|secret)$/i

function sentenceOf(issue: Issue | undefined): string {
  if (!issue) return 'It can’t be read.'
  if (issue.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys
    const place = placeOf([...issue.path, name])
    return keyNames.test(name) ? `"${place}" ${noKey}` : `"${place}" is nothing that is known here.`
  }
  if (issue.code === 'invalid_key')
    return `"${placeOf(issue.path)}" ${issue.issues[0]?.message ?? 'is not valid.'}`
  if (issue.code === 'invalid_union') {
    const [inner] = issue.errors.flatMap((issues) => issues.filter(({ path }) => path.length > 0))
    if (inner) return sentenceOf({ ...inner, path: [...issue.path, ...inner.path] } as Issue)
  }
  if (issue.path.length === 0)
    return `It ${issue.code === 'invalid_type' ? 'must be an object.' : issue.message}`
  const isOwn = /^[a-z].*\.$/.test(issue.message)
  return `"${placeOf(issue.path)}" ${isOwn ? issue.message : 'is not valid.'}`
}

/** Such as `providers.groq.models[2].window`. What is too long for a name may be a key. */
function placeOf(path: readonly PropertyKey[]): string {
  const shown = (name: string) =>
    name.length > 20 || /^(?:g?sk|xai)[-_]/i.test(name) ? `${name.slice(0, 4)}…` : name
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${shown(String(part))}`))
    .join('')
    .replace(/^\./, '')
}

/** As JSON Schema, for editors. */
export function describeModelsFile(): object {
  const schema = z.toJSONSchema(modelsFileSchema, { io: 'input', target: 'draft-2020-12' })
  return { title: 'The models of a Bionic', ...schema }
}
