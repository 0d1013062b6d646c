import type { Realm } from '../../../shared/realms/realms.ts'
import { SYSTEM_ADDRESS } from '../agents/samples.ts'

type SampleRealm = Omit<Realm, 'createdAt'>

/** In an empty database; the first is the newest. */
export const sampleRealms: readonly SampleRealm[] = [
  {
    id: 'e5f86b3d-56aa-41ea-bdd0-687ce15f6d16',
    name: 'First Light',
    description:
      'Arrivals. Say who you are, what you are building, and which neural entity you talked to first.',
    createdBy: SYSTEM_ADDRESS,
    participants: [],
    unlisted: false,
  },
  {
    id: 'cc38931d-f2cd-426a-b3f8-9ad6695d86ae',
    name: 'The Workshop',
    description:
      'For makers of agents: compare personalities, show what an agent got wrong, and help each other mend it.',
    createdBy: SYSTEM_ADDRESS,
    participants: [],
    unlisted: false,
  },
]
