/**
 * Two servers on a PostgreSQL and a Redis of their own are replaced one after the other behind a proxy, while a hundred
 * replies of 5 to 20 seconds run, further ones begin, and people write and read in a realm. It counts replies that did
 * not come to their own end, words that are missing or double, people who were signed out, and what the realm lost.
 *
 * node bench/rolling-update.ts [how many replies run, if not a hundred]
 */
import { faultless } from '../test/realm-check.ts'
import { hasRealmServers } from '../test/realm-servers.ts'
import { rollingUpdate } from '../test/rolling-update.ts'

/** In milliseconds: all of it takes about a minute. */
const PATIENCE_MS = 180_000

if (!hasRealmServers) {
  console.log(
    'This machine has no redis-server, or no PostgreSQL server that this user can start: nothing is measured.',
  )
  process.exit()
}
const report = await rollingUpdate({
  ...{ running: Number(process.argv[2] ?? 100), shortestMs: 5_000, longestMs: 20_000, beginEveryMs: 250 },
  ...{ writers: 4, patienceMs: PATIENCE_MS },
})
const { replies, ended, otherWords, refused, unanswered, slowestFirstWordMs, signedOut, servers, realm } =
  report
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const ends = Object.entries(ended).map(([how, count]) => `${count} ${how}`)
console.log(`  ${replies} replies: ${ends.join(', ')}; ${otherWords} with other words than the model's`)
console.log(
  `  questions sent again: ${refused} refused, ${unanswered} not answered; the slowest first word after ${seconds(slowestFirstWordMs)}; ${signedOut} signed out`,
)
for (const { tookMs, code } of servers) console.log(`  a server ended with ${code} after ${seconds(tookMs)}`)
console.log(
  `  realm: ${realm.acknowledged} acknowledged (${report.realmSentAgain} sent again), ${realm.missing} missing, ${realm.double} double, ${realm.outOfOrder} out of order, ${realm.readersApart} readers apart, ${realm.readerFaults.length} faults of the protocol`,
)
for (const fault of new Set(realm.readerFaults)) console.log(`    ${fault}`)
const isWhole = ended.finished === replies && otherWords === 0 && signedOut === 0
if (!isWhole || JSON.stringify(realm) !== JSON.stringify(faultless(realm))) process.exitCode = 1
