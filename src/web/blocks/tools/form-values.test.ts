import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formFields, initialValues, readForm } from './form-values.ts'

const schema = {
  type: 'object',
  required: ['name', 'people', 'seat'],
  properties: {
    name: { type: 'string', title: 'Name', minLength: 2, maxLength: 5 },
    people: { type: 'integer', minimum: 1, maximum: 9 },
    seat: { type: 'string', enum: ['in', 'out'], enumNames: ['Inside', 'Outside'] },
    dog: { type: 'boolean', default: true },
    price: { type: 'number' },
    mail: { type: 'string', format: 'email' },
    day: { type: 'string', format: 'date' },
    site: { type: 'string', format: 'uri', default: 'https://x.example' },
  },
}
const fields = formFields(schema) ?? []
const filled = { ...initialValues(fields), name: 'Ada', people: '4', seat: 'out' }

test('a form has its fields in the order that is named, with titles, choices and what they begin with', () => {
  const ordered = formFields(schema, ['seat', 'name'])?.map(({ name, label, kind }) => [name, label, kind])
  expect(ordered?.slice(0, 3)).toEqual([
    ['seat', 'seat', 'choice'],
    ['name', 'Name', 'text'],
    ['people', 'people', 'integer'],
  ])
  expect(initialValues(fields)).toMatchObject({ name: '', dog: true, site: 'https://x.example' })
  expect(fields.find(({ name }) => name === 'seat')?.choices).toEqual([
    { value: 'in', label: 'Inside' },
    { value: 'out', label: 'Outside' },
  ])
})

test('an answer has values of the right types, and nothing of empty fields', () => {
  expect(readForm(fields, { ...filled, price: '-1.5e2' })).toEqual({
    content: { name: 'Ada', people: 4, seat: 'out', dog: true, price: -150, site: 'https://x.example' },
  })
})

test.each([
  ['name', ' ', 'Name is required.'],
  ['name', 'A', 'Name needs at least 2 characters.'],
  ['name', 'Ada Lovelace', 'Name can have at most 5 characters.'],
  ['people', '4.5', 'people must be a whole number.'],
  ['people', '0', 'people must be at least 1.'],
  ['people', '10', 'people must be at most 9.'],
  ['people', '0x3', 'people must be a number.'],
  ['seat', 'roof', 'Choose one of them.'],
  ['price', '1e999', 'price must be a number.'],
  ['price', 'NaN', 'price must be a number.'],
  ['mail', 'ada', 'mail must be an e-mail address.'],
  ['day', '2026-02-30', 'day must be a date such as 2026-11-26.'],
  ['site', 'x.example', 'site must be an address such as https://example.com.'],
])('%s refuses %j with a sentence', (name, value, sentence) => {
  expect(readForm(fields, { ...filled, [name]: value })).toEqual({ errors: { [name]: sentence } })
})

test('a field that this page has none for is left out, unless it has to be answered', () => {
  const properties = { tags: { type: 'array', items: { type: 'string' } }, name: { type: 'string' } }
  expect(formFields({ properties })?.map(({ name }) => name)).toEqual(['name'])
  expect(formFields({ properties, required: ['tags'] })).toBeNull()
  expect(formFields({})).toEqual([])
  expect(formFields(undefined)).toEqual([])
})

test('whatever a server sends as a form, reading it neither throws nor loses a name', () => {
  const property = fc.record({
    type: fc.constantFrom('string', 'number', 'boolean', 'null'),
    title: fc.anything(),
  })
  fc.assert(
    fc.property(fc.dictionary(fc.string(), property), fc.string(), (properties, typed) => {
      const read = formFields({ properties }) ?? []
      const values = Object.fromEntries(
        read.map(({ name, kind }) => [name, kind === 'boolean' ? true : typed]),
      )
      const { content = {}, errors = {} } = readForm(read, values)
      for (const { name, kind } of read)
        if (kind === 'boolean' || (kind === 'text' && typed.trim() !== ''))
          expect(Object.hasOwn(content, name) || Object.keys(errors).length > 0).toBe(true)
    }),
  )
})
