import { expect, test } from 'vitest'
import { faultless } from '../../test/realm-check.ts'
import { hasRealmServers } from '../../test/realm-servers.ts'
import { rollingUpdate } from '../../test/rolling-update.ts'

// `bench/rolling-update.ts` is the same with a hundred replies of up to twenty seconds.
test.runIf(hasRealmServers)(
  'two servers are replaced while replies run and begin: each comes to its own end, and a realm loses nothing',
  { timeout: 300_000 },
  async () => {
    const report = await rollingUpdate({
      ...{ running: 8, shortestMs: 2_000, longestMs: 4_000, beginEveryMs: 500 },
      ...{ writers: 2, patienceMs: 90_000 },
    })
    const { replies, ended, otherWords, signedOut, servers, realm } = report
    expect({ ended, otherWords, signedOut }).toEqual({
      ended: { finished: replies },
      otherWords: 0,
      signedOut: 0,
    })
    expect(servers.map(({ code }) => code)).toEqual([0, 0])
    expect(realm).toEqual(faultless(realm))
  },
)
