import { Hono } from 'hono'
import {
  type LocalModelAnswer,
  type LocalModelState,
  localModelSchema,
  type OfferedModel,
  type OfferedModelName,
  startLocalModelSchema,
} from '../../../../shared/models/local-model.ts'
import { Failure } from '../../../domain/failure.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { json, operation } from '../../operation.ts'

interface LocalModelDependencies {
  /** Null where no model can run, as in a server without a folder for it. */
  local: {
    state(): LocalModelState
    start(name: OfferedModelName): LocalModelState
    cancel(): Promise<void>
  } | null
  offers: readonly OfferedModel[]
  isOperator: (c: AppContext) => Promise<boolean>
}

const described = { tag: 'chat', errors: ['forbidden', 'not_found'] } as const
const answers = { 200: json('Its state, and what can be downloaded.', localModelSchema) }

/** The model of the server's own machine, for whoever runs it: only models that are offered can be got by these. */
export function localModelRoutes(deps: LocalModelDependencies) {
  const answer = (state: LocalModelState): LocalModelAnswer => ({
    state,
    offers: deps.offers.map(({ name, label, megabytes, memoryMegabytes, licence }) => ({
      ...{ name, label, megabytes, memoryMegabytes, licence },
    })),
  })
  const localFor = async (c: AppContext) => {
    if (!(await deps.isOperator(c)))
      throw new Failure('forbidden', 'Only who runs this place can change its models.')
    if (!deps.local) throw new Failure('not_found', 'No model can run on this server.')
    return deps.local
  }
  return new Hono<AppEnv>()
    .get(
      '/place/local-model',
      operation({ ...described, summary: 'The model on the server’s own machine', answers }),
      async (c) => c.json(answer((await localFor(c)).state()), 200),
    )
    .post(
      '/place/local-model',
      operation({
        ...described,
        summary: 'Download a model to the server’s own machine, or go on with it',
        body: startLocalModelSchema,
        answers,
      }),
      async (c) => {
        const local = await localFor(c)
        return c.json(answer(local.start(c.req.valid('json').name)), 200)
      },
    )
    .delete(
      '/place/local-model',
      operation({
        ...described,
        summary: 'Cancel the download; what has arrived is kept for the next',
        answers,
        storesNothing: true,
      }),
      async (c) => {
        const local = await localFor(c)
        await local.cancel()
        return c.json(answer(local.state()), 200)
      },
    )
}
