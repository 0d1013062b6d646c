import { expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { anyDatabase } from '../../../../test/database.ts'
import { meanwhileOn } from '../../../../test/meanwhile.ts'
import { removeUser } from '../own-data/settle-deletion.ts'
import { SessionStore } from './session-store.ts'

const database = await anyDatabase()
const { signIn } = testApp(database)
const store = new SessionStore({ db: database.db, clock: () => new Date() })

// Embedded, there is one connection.
test.runIf(database.kind === 'postgresql')(
  'whoever signs in while their user is removed begins anew',
  async () => {
    const { address } = await signIn()
    const opened = await meanwhileOn(database)(
      (transaction) => removeUser(transaction, address),
      () => store.open(address, { clientAddress: '::1', userAgent: '' }),
    )
    expect(await store.find(opened.token)).toMatchObject({ id: opened.id, address })
  },
)
