import { type Finding, SHOWN_IDS } from '../../../db/check/rule.ts'
import type { Database } from '../../../db/connect/connect.ts'
import { readLog } from '../../../db/trust/desk-log.ts'
import { verifyLog } from '../../trust/verify-log.ts'

/** Whether the log of the desk is the chain that it was written as. */
export async function checkDeskLog({ db }: Pick<Database, 'db'>): Promise<Finding | null> {
  const { faults } = await verifyLog(readLog(db))
  const [first] = faults
  if (!first) return null
  const numbers = [...new Set(faults.map(({ number }) => `${number}`))]
  return {
    ...{ rule: 'chain.desk_log', table: 'desk_log', count: numbers.length },
    ids: numbers.slice(0, SHOWN_IDS),
    problem: 'The log of the desk is not as it was written.',
    mendedBy: 'person',
    mend: 'npm run bionic -- desk-log says what is wrong; a backup of before has the log as it was.',
    isNotice: false,
  }
}
