import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someModels } from '../../../../test/some-models.ts'
import type { ModelChoice } from '../../../shared/models/model-choice.ts'
import { createChooseModel } from './choose-model.ts'

const wallets = ['ada', 'bob'] as const
const keyIds = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const
const [ofAda, ofBob] = keyIds
const placeRefs = ['home/plain', 'home/fine', 'near/small'] as const
const refs = [...placeRefs, `key:${ofAda}/mine`, `key:${ofBob}/mine`] as const
const noSettings = { temperature: null, length: null, effort: null }
const choice = (ref: string | null): ModelChoice => ({ ref, ...noSettings })

const [wallet, ref, server] = [
  fc.constantFrom(...wallets),
  fc.constantFrom(null, ...refs),
  fc.constantFrom(0, 1),
]
const steps = fc.array(
  fc.oneof(
    fc.record({ does: fc.constant('offers' as const), server, ref: fc.constantFrom(...placeRefs) }),
    fc.record({ does: fc.constant('withdraws' as const), server, ref: fc.constantFrom(...placeRefs) }),
    fc.record({ does: fc.constant('adds a key' as const), key: fc.constantFrom(...keyIds), wallet }),
    fc.record({ does: fc.constant('removes a key' as const), key: fc.constantFrom(...keyIds) }),
    fc.record({ does: fc.constant('sets the agent' as const), ref }),
    fc.record({ does: fc.constant('gives the agent' as const), wallet }),
    fc.record({ does: fc.constant('chooses' as const), ref }),
    fc.record({ does: fc.constant('asks' as const), server, wallet: fc.constantFrom(null, ...wallets) }),
  ),
  { minLength: 1, maxLength: 30 },
)

test('whatever was offered, withdrawn, added, removed, given and chosen, who pays is who chose what is there', async () => {
  let [byPlace, byOwner, byPerson] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const begun = { place: placeRefs, keys: { [ofAda]: 'ada', [ofBob]: 'bob' } }
      const servers = [someModels(begun), someModels(begun)] as const
      const keys = new Map<string, string>([
        [ofAda, 'ada'],
        [ofBob, 'bob'],
      ])
      const offers: [Set<string>, Set<string>] = [new Set(placeRefs), new Set(placeRefs)]
      const agent = { model: null as ModelChoice | null, owner: 'ada' }
      let wanted: string | null = null

      /** Who pays for a reference, if it is there for that wallet. */
      const payerOf = (ref: string | null, of: string | null, at: number, is: 'owner' | 'person') => {
        if (ref === null) return null
        const key = /^key:([^/]*)/.exec(ref)?.[1]
        if (key === undefined) return offers[at]?.has(ref) ? { ref, payer: 'place', keyId: null } : null
        return of !== null && keys.get(key) === of ? { ref, payer: is, keyId: key } : null
      }

      for (const step of all)
        switch (step.does) {
          case 'offers':
            offers[step.server]?.add(step.ref)
            servers[step.server]?.offered.add(step.ref)
            break
          case 'withdraws':
            offers[step.server]?.delete(step.ref)
            servers[step.server]?.offered.delete(step.ref)
            break
          case 'adds a key':
            keys.set(step.key, step.wallet)
            for (const { owners } of servers) owners.set(step.key, step.wallet)
            break
          case 'removes a key':
            keys.delete(step.key)
            for (const { owners } of servers) owners.delete(step.key)
            break
          case 'sets the agent':
            agent.model = step.ref === null ? null : choice(step.ref)
            break
          case 'gives the agent':
            agent.owner = step.wallet
            break
          case 'chooses':
            wanted = step.ref
            break
          case 'asks': {
            const { server: at, wallet: asker } = step
            const choose = createChooseModel((servers[at] ?? servers[0]).models)
            const chosen = await choose({ agent: { ...agent }, wanted, wallet: asker })
            const expected = payerOf(wanted, asker, at, 'person') ??
              payerOf(agent.model?.ref ?? null, agent.owner, at, 'owner') ?? {
                ref: 'home/plain',
                payer: 'place',
                keyId: null,
              }
            const { payer, keyId, model } = chosen
            expect({ payer, keyId, ref: model.ref }).toEqual(expected)
            if (payer === 'place') byPlace++
            else if (payer === 'owner') byOwner++
            else byPerson++
            break
          }
          default:
            step satisfies never
        }
    }),
    {
      numRuns: 1_000,
      examples: [
        [
          [
            { does: 'adds a key', key: ofAda, wallet: 'ada' },
            { does: 'sets the agent', ref: `key:${ofAda}/mine` },
            { does: 'asks', server: 0, wallet: 'bob' },
            { does: 'chooses', ref: `key:${ofBob}/mine` },
            { does: 'asks', server: 1, wallet: 'bob' },
            { does: 'asks', server: 1, wallet: null },
          ],
        ],
      ],
    },
  )
  // The orders really come to each of them.
  expect(Math.min(byPlace, byOwner, byPerson)).toBeGreaterThan(10)
})

test("the agent's settings hold for whichever model answers, and what is not set is left to the place", async () => {
  const { models } = someModels({ place: ['home/plain', 'home/fine'] })
  const choose = createChooseModel(models)
  const agent = { owner: 'ada', model: { ref: null, temperature: 0, length: 200, effort: 'none' as const } }
  const settings = { temperature: 0, maxTokens: 200, effort: 'none' }
  expect(await choose({ agent, wanted: null, wallet: null })).toMatchObject({ settings })
  expect(await choose({ agent, wanted: 'home/fine', wallet: null })).toMatchObject({ settings })
  const plain = await choose({ agent: { owner: 'ada', model: null }, wanted: null, wallet: null })
  expect(plain.settings).toEqual({ temperature: null, maxTokens: null, effort: null })
})
