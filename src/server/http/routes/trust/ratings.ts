import { Hono } from 'hono'
import {
  newRatingSchema,
  ownRatingSchema,
  ratingAnswerSchema,
  ratingPageSchema,
  ratingSchema,
  ratingsQuerySchema,
} from '../../../../shared/agents/ratings.ts'
import type { Ratings } from '../../../domain/trust/ratings.ts'
import type { AppEnv } from '../../context.ts'
import { done, json, operation, ownerErrors } from '../../operation.ts'
import { pathId, pathWallet, walletOrVisitor } from '../../request.ts'

/** The routes of ratings (record 0107). */
export function ratingsRoutes(ratings: Ratings) {
  return new Hono<AppEnv>()
    .get(
      '/agents/:id/ratings',
      operation({
        tag: 'trust',
        summary: 'What people who talked with an agent think of it, the newest words first',
        query: ratingsQuerySchema,
        answers: { 200: json('A page of them, with the sum of all.', ratingPageSchema) },
        errors: ['not_found', 'taken_down', 'cursor_invalid'],
      }),
      async (c) => c.json(await ratings.open(pathId(c), await walletOrVisitor(c), c.req.valid('query')), 200),
    )
    .put(
      '/agents/:id/rating',
      operation({
        tag: 'trust',
        signedIn: true,
        act: 'speaking',
        summary: 'Rate an agent after three of its replies; again to change it',
        body: newRatingSchema,
        answers: { 200: json('The rating.', ownRatingSchema) },
        errors: [...ownerErrors, 'taken_down', 'not_entitled', 'quota_reached'],
      }),
      async (c) => c.json(await ratings.rate(pathId(c), c.var.wallet, c.req.valid('json')), 200),
    )
    .delete(
      '/agents/:id/rating',
      operation({
        tag: 'trust',
        signedIn: true,
        summary: 'Take the own rating of an agent back',
        answers: { 204: done('There is none.') },
        errors: ['not_found'],
      }),
      async (c) => {
        await ratings.remove(pathId(c), c.var.wallet)
        return c.body(null, 204)
      },
    )
    .put(
      '/agents/:id/ratings/:wallet/answer',
      operation({
        tag: 'trust',
        signedIn: true,
        act: 'speaking',
        summary: 'Answer to what somebody wrote of one’s own agent, once',
        body: ratingAnswerSchema,
        answers: { 200: json('The rating with its answer.', ratingSchema) },
        errors: [...ownerErrors, 'conflict'],
      }),
      async (c) => {
        const { wordsAreDown: _, ...rating } = await ratings.answer(
          ...([pathId(c), c.var.wallet, pathWallet(c)] as const),
          c.req.valid('json'),
        )
        return c.json(rating, 200)
      },
    )
}
