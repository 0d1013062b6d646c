import { ArchivesView } from '../../features/archives/archives.tsx'
import { type ArchiveTab, readArchivesAddress } from '../../features/archives/archives-address.ts'
import { useSearchParams } from '../../lib/router/router.tsx'
import { type Head, useTitle } from '../../lib/router/title.ts'
import type { ScreenContext } from '../screen.ts'
import * as texts from '../texts.tsx'

const heads: Readonly<Record<ArchiveTab, Head>> = {
  archives: {
    title: texts.archivesTitle,
    description: texts.archivesSummary,
  },
  glossary: {
    title: texts.glossaryTitle,
    description: texts.glossarySummary,
  },
}

export const head = ({ search }: ScreenContext) => heads[readArchivesAddress(search).tab]

export default function ArchivesScreen() {
  const [search] = useSearchParams()
  useTitle(heads[readArchivesAddress(search).tab].title)
  return <ArchivesView />
}
