import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../lib/http/api.ts'
import { firstFaulty, schemaErrors, serverErrors, tooLong } from './field-errors.ts'

const schema = z.object({
  name: z.string().check(z.minLength(1, 'A name is required.'), z.minLength(2, 'The name is too short.')),
  tags: z.array(z.string().check(z.maxLength(3, 'A tag is too long.'))),
})

const refusal = (errors: Record<string, string>) =>
  new ApiError(422, {
    type: 'about:blank',
    title: 'Some fields are not right.',
    status: 422,
    code: 'validation_failed',
    requestId: 'a-request',
    errors,
  })

test('a schema says one thing of each field, and what it says of an item is said of the field', () => {
  expect(schemaErrors(schema.safeParse({ name: '', tags: ['long', 'longer'] }))).toEqual({
    name: 'A name is required.',
    tags: 'A tag is too long.',
  })
  expect(schemaErrors(schema.safeParse({ name: 'Ovid', tags: [] }))).toEqual({})
})

test('where a schema has no sentence of its own, one of its kind of fault is said', () => {
  const bounds = z.object({
    ...{ left: z.string(), form: z.int(), kind: z.enum(['one', 'two']) },
    ...{ long: z.array(z.int()).check(z.maxLength(1)), low: z.int().check(z.gte(1_000)) },
  })
  const given = { form: 'x', kind: 'three', long: [1, 2], low: 5 }
  expect(schemaErrors(bounds.safeParse(given))).toEqual({
    left: 'This is missing.',
    form: 'This has the wrong form.',
    kind: 'This has to be one or two.',
    long: 'The length of this is at most 1.',
    low: 'This is at least 1,000.',
  })
})

test('what a server says of an item is said of its field; what belongs to no field of the form is left out', () => {
  const error = refusal({ 'tags.1': 'Too vague.', 'tags.2': 'Nor is this.', id: 'Nobody typed that.' })
  expect(serverErrors(error, ['name', 'tags'])).toEqual({ tags: 'Too vague.' })
  expect(serverErrors(new Error('No answer'), ['name'])).toEqual({})
  expect(serverErrors(new ApiError(500, undefined), ['name'])).toEqual({})
})

test('only a text that is too long is wrong before sending was tried, without the spaces around it', () => {
  const errors = { name: 'Too long.', task: 'Required.' }
  const max = { name: 4, task: 9 }
  expect(tooLong(errors, { name: 'Ovidius', task: '' }, max)).toEqual({ name: 'Too long.' })
  expect(tooLong(errors, { name: ' Ovid ', task: '' }, max)).toEqual({})
})

test('the first faulty field is the first that the form shows', () => {
  expect(firstFaulty({ tags: 'Too vague.', name: 'Required.' }, ['name', 'tags'])).toBe('name')
  expect(firstFaulty({}, ['name', 'tags'])).toBeUndefined()
})
