import { Hono } from 'hono'
import { placeStatusSchema } from '../../../../shared/place-status.ts'
import { Failure } from '../../../domain/failure.ts'
import type { Place } from '../../../domain/operation/place-status.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { json, operation } from '../../operation.ts'

interface PlaceDependencies {
  place: Pick<Place, 'look'>
  isOperator: (c: AppContext) => Promise<boolean>
}

/** How the place is, for whoever runs it. */
export function placeRoutes({ place, isOperator }: PlaceDependencies) {
  return new Hono<AppEnv>().get(
    '/place',
    operation({
      tag: 'place',
      summary: 'How the place is, as its operator sees it',
      answers: {
        200: json('The server that was asked, and what it knows of the others.', placeStatusSchema),
      },
      errors: ['forbidden'],
    }),
    async (c) => {
      if (!(await isOperator(c)))
        throw new Failure('forbidden', 'Only whoever runs this place can see how it is.')
      return c.json(await place.look(), 200)
    },
  )
}
