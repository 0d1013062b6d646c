import { describe, expect, test } from 'vitest'
import { asksForm } from '../../../../test/mcp-fixture-server.ts'
import { faultsOfAnswer } from '../tools/answer-faults.ts'
import { contentOf, questionOf } from './elicitation.ts'

const url = (address: unknown) => ({
  method: 'elicitation/create',
  params: { mode: 'url', message: 'Open it.', url: address },
})

test('a form with flat fields and an address of a safe page are questions', () => {
  const fields = {
    to: { type: 'string', format: 'email' },
    kind: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
    some: { type: 'array', items: { anyOf: [{ const: 'x', title: 'X' }] } },
    count: { type: 'integer' },
    sure: { type: 'boolean' },
  }
  const form = { type: 'object', properties: fields }
  expect(questionOf(asksForm('Which?', fields))).toEqual({
    ...{ kind: 'form', text: 'Which?', form, fields: Object.keys(fields) },
  })
  expect(questionOf(url('https://a.example/x?y=1'))).toEqual({
    ...{ kind: 'address', text: 'Open it.', url: 'https://a.example/x?y=1' },
  })
  expect(questionOf(asksForm('x'.repeat(5_000), {})).text).toHaveLength(2_000)
  expect(questionOf(asksForm('To \0 whom?', {})).text).toBe('To \ufffd whom?')
})

test.each<[string, unknown]>([
  ['a model to think for it', { method: 'sampling/createMessage', params: {} }],
  ['the folders of the person', { method: 'roots/list' }],
  ['nothing', null],
  ['a nested form', asksForm('x', { a: { type: 'object', properties: {} } })],
  ['letters that can not be stored', asksForm('x', { a: { type: 'string', title: 'a\0b' } })],
  ['half a letter for a name', asksForm('x', { 'a\ud83d': { type: 'string' } })],
  ['a list of anything', asksForm('x', { a: { type: 'array', items: { type: 'object' } } })],
  ['a form that is elsewhere', asksForm('x', { a: { type: 'string', $ref: 'https://a.example' } })],
  [
    'a hundred fields',
    asksForm('x', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at, { type: 'string' }]))),
  ],
  ['a script', url('javascript:alert(1)')],
  ['a page without encryption', url('http://a.example')],
  ['a page with a password', url('https://a:b@c.example')],
  ['a very long address', url(`https://a.example/${'x'.repeat(3_000)}`)],
  ['no address', url(7)],
])('what asks for %s is a fault', (_, request) => {
  expect(() => questionOf(request)).toThrow(/It (asks|wants)/)
})

describe('an answer', () => {
  const form = {
    type: 'object',
    properties: {
      to: { type: 'string', format: 'email', maxLength: 20 },
      count: { type: 'integer', minimum: 1, maximum: 3 },
      kind: { type: 'string', enum: ['a', 'b'] },
      some: { type: 'array', items: { enum: ['x', 'y'] }, minItems: 1 },
    },
    required: ['to'],
  }

  test.each<[object, string[]]>([
    [{ to: 'a@b.example' }, []],
    [{ to: 'a@b.example', count: 2, kind: 'b', some: ['x', 'y'] }, []],
    [{}, ['to']],
    [{ to: 'nobody', count: 4, kind: 'c', some: [] }, ['to', 'count', 'kind', 'some']],
    [{ to: 7, count: 1.5, kind: 1, some: ['z'] }, ['to', 'count', 'kind', 'some']],
    [{ to: `${'a'.repeat(30)}@b.example`, count: '2' }, ['to', 'count']],
    [{ to: 'x'.repeat(20_000) }, ['']],
  ])('%j has these faults: %j', (content, faults) => {
    expect(Object.keys(faultsOfAnswer(form, content as Record<string, unknown>))).toEqual(faults)
  })

  test('is sent without what the form has no field for', () => {
    expect(contentOf(form, { to: 'a@b.example', secret: 'x' })).toEqual({ to: 'a@b.example' })
  })

  test('may leave a field empty that is called as what every object has', () => {
    const odd = { type: 'object', properties: { constructor: { type: 'string' }, to: { type: 'string' } } }
    expect(faultsOfAnswer(odd, { to: 'x' })).toEqual({})
    expect(contentOf(odd, { to: 'x' })).toEqual({ to: 'x' })
    expect(Object.keys(faultsOfAnswer({ ...odd, required: ['constructor'] }, {}))).toEqual(['constructor'])
  })

  test('is as long as people count its letters, as JSON Schema does', () => {
    const short = { type: 'object', properties: { to: { type: 'string', minLength: 2, maxLength: 2 } } }
    expect(faultsOfAnswer(short, { to: '😀𠮷' })).toEqual({})
    expect(Object.keys(faultsOfAnswer(short, { to: '😀' }))).toEqual(['to'])
  })
})
