import { lengthOf } from '../../../shared/text/plain-text.ts'
import * as texts from './texts.ts'

/** A field of a form that a tool asks for: a property of a flat JSON schema. */
export interface FormField {
  name: string
  label: string
  hint: string
  required: boolean
  kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice'
  choices: readonly { value: string; label: string }[]
  schema: Readonly<Record<string, unknown>>
}

export type FormValues = Readonly<Record<string, string | boolean>>

type ReadForm =
  | { content: Record<string, string | number | boolean>; errors?: never }
  | { content?: never; errors: Record<string, string> }

/**
 * @param order the names of the fields as they are to stand; others follow
 * @returns null if a required field is of a kind that this page has no field for, so that it can only be declined
 */
export function formFields(
  schema: Readonly<Record<string, unknown>> | undefined,
  order: readonly string[] = [],
): FormField[] | null {
  const required = new Set(Array.isArray(schema?.required) ? schema.required : [])
  const fields: FormField[] = []
  for (const [name, property] of Object.entries(recordOf(schema?.properties))) {
    const field = fieldOf(name, recordOf(property), required.has(name))
    if (field) fields.push(field)
    else if (required.has(name)) return null
  }
  const place = ({ name }: FormField) => (order.includes(name) ? order.indexOf(name) : order.length)
  return fields.toSorted((one, other) => place(one) - place(other))
}

export function initialValues(fields: readonly FormField[]): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]))
}

/** Empty fields that nothing requires are left out. */
export function readForm(fields: readonly FormField[], values: FormValues): ReadForm {
  const content: Record<string, string | number | boolean> = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const value = values[field.name] ?? initialValue(field)
    const text = typeof value === 'string' ? value.trim() : ''
    if (typeof value === 'boolean') set(content, field.name, value)
    else if (text === '') {
      if (field.required) set(errors, field.name, texts.required(field.label))
    } else {
      const error = problemOf(field, text)
      if (error) set(errors, field.name, error)
      else set(content, field.name, isNumber(field) ? Number(text) : text)
    }
  }
  return Object.keys(errors).length > 0 ? { errors } : { content }
}

/** Also for a name such as `__proto__`, which a server may have chosen. */
function set<Value>(record: Record<string, Value>, name: string, value: Value): void {
  Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true })
}

function fieldOf(name: string, schema: Record<string, unknown>, required: boolean): FormField | undefined {
  const choices = choicesOf(schema)
  const kind = choices ? 'choice' : kinds[String(schema.type)]
  if (!kind) return undefined
  const label = textOf(schema.title) || name
  return { name, label, hint: textOf(schema.description), required, kind, choices: choices ?? [], schema }
}

const kinds: Record<string, FormField['kind'] | undefined> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
}

function choicesOf(schema: Record<string, unknown>): FormField['choices'] | undefined {
  if (schema.type !== 'string') return undefined
  if (Array.isArray(schema.enum)) {
    const names = Array.isArray(schema.enumNames) ? schema.enumNames : []
    return schema.enum.map((value, index) => ({ value: String(value), label: String(names[index] ?? value) }))
  }
  if (!Array.isArray(schema.oneOf)) return undefined
  return schema.oneOf.map((one: unknown) => {
    const { const: value, title } = recordOf(one)
    return { value: String(value), label: String(title ?? value) }
  })
}

function initialValue({ kind, schema }: FormField): string | boolean {
  if (kind === 'boolean') return schema.default === true
  const given = schema.default
  return typeof given === 'string' || typeof given === 'number' ? String(given) : ''
}

function problemOf(field: FormField, text: string): string | undefined {
  if (field.kind === 'choice')
    return field.choices.some(({ value }) => value === text) ? undefined : texts.chooseOne
  return isNumber(field) ? numberProblem(field, text) : textProblem(field, text)
}

const isNumber = ({ kind }: FormField) => kind === 'number' || kind === 'integer'

function numberProblem({ kind, label, schema }: FormField, text: string): string | undefined {
  const number = Number(text)
  // `Number` reads 0x10 and 1e400, which nobody means.
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i.test(text) || !Number.isFinite(number))
    return texts.aNumber(label)
  if (kind === 'integer' && !Number.isSafeInteger(number)) return texts.anInteger(label)
  if (typeof schema.minimum === 'number' && number < schema.minimum)
    return texts.atLeast(label, schema.minimum)
  if (typeof schema.maximum === 'number' && number > schema.maximum)
    return texts.atMost(label, schema.maximum)
  return undefined
}

function textProblem({ label, schema }: FormField, text: string): string | undefined {
  const length = lengthOf(text)
  if (typeof schema.minLength === 'number' && length < schema.minLength)
    return texts.tooShort(label, schema.minLength)
  if (typeof schema.maxLength === 'number' && length > schema.maxLength)
    return texts.tooLong(label, schema.maxLength)
  switch (schema.format) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(text) ? undefined : texts.anEmail(label)
    case 'uri':
      return URL.canParse(text) ? undefined : texts.anAddress(label)
    case 'date':
      return isDate(text) ? undefined : texts.aDate(label)
    case 'date-time':
      return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))
        ? undefined
        : texts.aTime(label)
    default:
      return undefined
  }
}

/** JavaScript reads the 30th of February as a day of March. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
