import { expect, test } from 'vitest'
import { testDatabaseVariables } from '../../../../test/database.ts'
import { BackupLead } from './backup-lead.ts'

const { DATABASE_URL: databaseUrl } = await testDatabaseVariables()

test.runIf(databaseUrl !== undefined)(
  'of two servers one makes the backups, and the other one once that has ended',
  async () => {
    const [one, other] = [new BackupLead(databaseUrl), new BackupLead(databaseUrl)]
    expect([await one.holds(), await other.holds()]).toEqual([true, false])
    expect([await one.holds(), await other.holds()]).toEqual([true, false])
    await one.release()
    await expect.poll(() => other.holds()).toBe(true)
    await other.release()
  },
)
