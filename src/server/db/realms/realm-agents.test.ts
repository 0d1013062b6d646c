import { expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { anyDatabase } from '../../../../test/database.ts'
import { meanwhileOn } from '../../../../test/meanwhile.ts'
import { realmRequests } from '../../../../test/realm-requests.ts'
import { inviteAgent } from './realm-agents.ts'

const database = await anyDatabase()
const { send, signIn } = testApp(database)
const { make, makeAgent } = realmRequests(send)

// Embedded, there is one connection.
test.runIf(database.kind === 'postgresql')(
  'an agent that is there and falls asleep while it is invited again is dormant',
  async () => {
    const ada = await signIn()
    const [realm, agentId] = [await make(ada), await makeAgent(ada)]
    const invite = () =>
      inviteAgent(database.db, { realmId: realm.id, agentId, wallet: ada.address, at: new Date() })
    expect(await invite()).toBe('invited')
    const outcome = await meanwhileOn(database)(
      // An invitation looks at blocks once it has looked at the agent.
      async (transaction) => {
        await transaction.execute('lock table blocks')
        await transaction.execute(`update agents set visibility_enabled = false where id = '${agentId}'`)
      },
      invite,
    )
    expect(outcome).toBe('agent_dormant')
  },
)
