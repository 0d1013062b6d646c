import { isVisible, lengthOf, tooLong } from '../../../shared/text/plain-text.ts'
import type { ToolQuestion } from '../../../shared/tools/tool-fields.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'

/** A field of a form, as its schema says it. */
export type FormField = Readonly<Record<string, unknown>>

/** The values that a field is restricted to; null if it is not. */
export function choicesOf({ enum: listed, oneOf, anyOf }: FormField): unknown[] | null {
  if (Array.isArray(listed)) return listed
  const titled = Array.isArray(oneOf) ? oneOf : anyOf
  return Array.isArray(titled) ? titled.map((one) => (one as FormField | null)?.const) : null
}

/** What is wrong with an answer, by field; empty if it can be sent. Words and a choice are named `answer`. */
export function faultsOf(
  { kind, form = {}, choices = [] }: ToolQuestion,
  content: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const faults = faultsOfAnswer(kind === 'form' ? form : {}, content)
  if ((kind !== 'text' && kind !== 'choice') || Object.keys(faults).length > 0) return faults
  const { answer } = content
  if (typeof answer !== 'string' || !isVisible(answer)) return { answer: 'An answer is required.' }
  const isOne = kind === 'text' || choices.some((choice) => choice.trim() === answer.trim())
  return isOne ? {} : { answer: 'Choose one of these.' }
}

/**
 * What is wrong with an answer to a form, by field; empty if it can be sent. Only what the form has fields for is sent.
 */
export function faultsOfAnswer(
  form: Readonly<Record<string, unknown>>,
  content: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const faults: Record<string, string> = {}
  if (JSON.stringify(content).length > toolLimits.answerCharacters)
    return { '': tooLong('The answer', toolLimits.answerCharacters) }
  const required = Array.isArray(form.required) ? form.required : []
  for (const [name, field] of Object.entries(form.properties ?? {})) {
    // A field may be called as what every object has.
    const value = Object.hasOwn(content, name) ? content[name] : undefined
    if (value === undefined) {
      if (required.includes(name)) faults[name] = 'An answer is required.'
    } else {
      const fault = faultOf(field as FormField, value)
      if (fault !== null) faults[name] = fault
    }
  }
  return faults
}

function faultOf(field: FormField, value: unknown): string | null {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'Choose yes or no.'
    case 'integer':
    case 'number':
      return faultOfNumber(field, value)
    case 'array': {
      const choices = choicesOf(field.items as FormField) ?? []
      const isChosen = Array.isArray(value) && value.every((one) => choices.includes(one))
      if (!isChosen) return 'Choose some of these.'
      if (value.length < Number(field.minItems ?? 0)) return `Choose at least ${field.minItems}.`
      return value.length > Number(field.maxItems ?? value.length)
        ? `Choose at most ${field.maxItems}.`
        : null
    }
    default:
      return faultOfText(field, value)
  }
}

function faultOfNumber({ type, minimum, maximum }: FormField, value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'Enter a number.'
  if (type === 'integer' && !Number.isInteger(value)) return 'Enter a whole number.'
  if (typeof minimum === 'number' && value < minimum) return `Enter at least ${minimum}.`
  return typeof maximum === 'number' && value > maximum ? `Enter at most ${maximum}.` : null
}

function faultOfText(field: FormField, value: unknown): string | null {
  const { minLength, maxLength, format } = field
  if (typeof value !== 'string') return 'Enter a text.'
  const choices = choicesOf(field)
  if (choices) return choices.includes(value) ? null : 'Choose one of these.'
  if (typeof minLength === 'number' && lengthOf(value) < minLength)
    return `Enter at least ${minLength.toLocaleString('en-US')} characters.`
  if (typeof maxLength === 'number' && lengthOf(value) > maxLength)
    return `Enter at most ${maxLength.toLocaleString('en-US')} characters.`
  if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) return 'Enter an e-mail address.'
  if (format === 'uri' && URL.parse(value) === null) return 'Enter an address.'
  const isDate = format === 'date' || format === 'date-time'
  return isDate && Number.isNaN(Date.parse(value)) ? 'Enter a date.' : null
}
