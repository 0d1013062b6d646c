import { plainCut, unstorable } from '../../../shared/text/plain-text.ts'
import type { ToolQuestion } from '../../../shared/tools/tool-fields.ts'
import { choicesOf, type FormField } from '../tools/answer-faults.ts'
import { McpFault } from './mcp-fault.ts'

/** Of a form: as many fields as somebody answers, and as many letters as a page can show. */
const FIELDS = 20
const FORM_CHARACTERS = 16 * 1024
const TEXT_CHARACTERS = 2_000
const ADDRESS_CHARACTERS = 2_048

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What a server asks, as a person is asked: a form with flat fields, or an address to open.
 * @throws {McpFault} `broken` for what was not offered to it, or what the protocol does not allow
 */
export function questionOf(request: unknown): ToolQuestion {
  const { method, params } = (isObject(request) ? request : {}) as { method?: unknown; params?: unknown }
  if (method !== 'elicitation/create' || !isObject(params))
    throw new McpFault('broken', 'It asks for something that is not offered here.')
  const text = plainCut(String(params.message ?? ''), TEXT_CHARACTERS)
  if (params.mode === 'url') return { kind: 'address', text, url: addressOf(params.url) }
  const form = formOf(params.requestedSchema)
  return { kind: 'form', text, form, fields: Object.keys(form.properties ?? {}) }
}

function addressOf(address: unknown): string {
  const url = typeof address === 'string' && address.length <= ADDRESS_CHARACTERS ? URL.parse(address) : null
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new McpFault('broken', 'It wants an address opened that is not one of a safe page.')
  return url.href
}

function formOf(schema: unknown): Record<string, unknown> {
  const fault = () => new McpFault('broken', 'It asks with a form that the protocol does not allow.')
  if (!isObject(schema) || schema.type !== 'object' || !isObject(schema.properties)) throw fault()
  const fields = Object.entries(schema.properties)
  if (fields.length > FIELDS || JSON.stringify(schema).length > FORM_CHARACTERS) throw fault()
  if (!fields.every(([, field]) => isObject(field) && isFlat(field))) throw fault()
  // It is stored with its call, and what is answered has its names.
  if (!unstorable(schema).next().done) throw fault()
  return schema
}

function isFlat({ type, items, properties, $ref }: FormField): boolean {
  if (properties !== undefined || $ref !== undefined) return false
  if (type === 'array') return isObject(items) && choicesOf(items) !== null
  return ['string', 'number', 'integer', 'boolean'].includes(String(type))
}

/** Only the fields that the form has. */
export function contentOf(
  form: Readonly<Record<string, unknown>>,
  content: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = Object.keys((form.properties ?? {}) as object)
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(content, name) ? [[name, content[name]]] : [])),
  )
}
