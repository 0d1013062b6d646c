import { AddressRanges } from '../base/network/public-address.ts'
import { ServerSecret } from '../base/secrets/server-secret.ts'
import { factsOf } from '../domain/models/known-models.ts'
import { ModelChoices } from '../domain/models/model-choices.ts'
import { modelProtocols } from '../domain/models/model-protocols.ts'
import { OwnKeys } from '../domain/models/own-keys.ts'
import { Spending } from '../domain/spending/spending.ts'
import { GuardedFetch } from '../llm/http/guarded-fetch.ts'
import type { Infrastructure } from './infrastructure.ts'

/** The models that people choose from: those of the place, and those of their own keys. */
export function createModelParts(base: Infrastructure) {
  const { env, given, log, sessionEnds } = base
  const ranges = new AddressRanges(env.MODEL_ADDRESS_RANGES ?? [])
  const guarded = new GuardedFetch({ ...base.outgoing, ranges })
  const secret = new ServerSecret({
    settings: env.SECRET_KEY,
    dataDir: env.DATA_DIR,
    shared: env.DATABASE_URL !== undefined,
    log,
  })
  const spending = new Spending({
    ...base,
    caps: {
      words: env.PLACE_WORDS_A_DAY ?? null,
      cents: env.PLACE_CENTS_A_DAY ?? null,
      visitorWords: env.PLACE_VISITOR_WORDS_A_DAY ?? null,
    },
  })
  const ownKeys = new OwnKeys({
    ...base,
    secret,
    send: guarded.send,
    allowsLocal: !ranges.isEmpty,
    protocols: modelProtocols,
    assumedOf: (model) =>
      factsOf(model, {
        ...{ file: {}, listed: {}, windowTokens: undefined, isLocal: false },
        visionModels: env.VISION_MODELS,
      }),
    spentToday: (keyIds) => spending.spentToday(keyIds),
    onRemoved: (notices) => sessionEnds.announce(notices),
    ...given.ownKeys,
  })
  sessionEnds.listen((notices) => ownKeys.end(notices))
  const models = new ModelChoices({ place: given.models, keyed: given.keyed ?? ownKeys })
  return { models, spending, ownKeys, guarded, secret }
}
