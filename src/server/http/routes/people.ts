import { Hono } from 'hono'
import { ownProfileSchema, personSchema, profileSchema } from '../../../shared/people/people.ts'
import type { People } from '../../domain/people/people.ts'
import type { AppEnv } from '../context.ts'
import { json, operation } from '../operation.ts'

/** The routes `/api/people/{who}` and `/api/me/profile` (record 0041). */
export function peopleRoutes(people: People) {
  return new Hono<AppEnv>()
    .get(
      '/people/:who',
      operation({
        tag: 'people',
        summary: 'A person, by address or name',
        answers: { 200: json('The person.', personSchema) },
        errors: ['not_found', 'name_given_up'],
      }),
      async (c) => c.json(await people.find(c.req.param('who')), 200),
    )
    .get(
      '/me/profile',
      operation({
        tag: 'people',
        signedIn: true,
        summary: "The wallet's own profile",
        answers: { 200: json('The profile.', ownProfileSchema) },
      }),
      async (c) => c.json(await people.own(c.var.wallet), 200),
    )
    .put(
      '/me/profile',
      operation({
        act: 'making',
        tag: 'people',
        signedIn: true,
        summary: 'Change the whole profile',
        body: profileSchema,
        answers: { 200: json('The profile as it is now.', ownProfileSchema) },
      }),
      async (c) => c.json(await people.change(c.var.wallet, c.req.valid('json')), 200),
    )
}
