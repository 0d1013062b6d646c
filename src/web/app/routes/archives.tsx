import { ArchivesView } from '../../features/archives/archives.tsx'
import { type ArchiveTab, readArchivesAddress } from '../../features/archives/archives-address.ts'
import { useSearchParams } from '../../lib/router/router.tsx'
import { type Head, useTitle } from '../../lib/router/title.ts'
import type { ScreenContext } from '../screen.ts'

const heads: Readonly<Record<ArchiveTab, Head>> = {
  archives: {
    title: 'Restricted Access Zone',
    description:
      'The lost archives: sixteen sample files on neural networks, quantum computing, cognition and security.',
  },
  glossary: {
    title: 'Tech Glossary',
    description: 'Six terms of AI, machine learning and quantum technology, each in two plain sentences.',
  },
}

export const head = ({ search }: ScreenContext) => heads[readArchivesAddress(search).tab]

export default function ArchivesScreen() {
  const [search] = useSearchParams()
  useTitle(heads[readArchivesAddress(search).tab].title)
  return <ArchivesView />
}
