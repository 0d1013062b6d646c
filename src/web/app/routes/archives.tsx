import { ArchivesView } from '../../features/archives/archives.tsx'
import { type ArchiveTab, readArchivesAddress } from '../../features/archives/archives-address.ts'
import * as texts from '../../features/archives/texts.ts'
import { useSearchParams } from '../../lib/router/router.tsx'
import { type Head, useTitle } from '../../lib/router/title.ts'
import type { ScreenContext } from '../screen.ts'

const heads: Readonly<Record<ArchiveTab, Head>> = {
  archives: { title: texts.title, description: texts.summary },
  glossary: { title: texts.glossary, description: texts.glossarySummary },
}

export const head = ({ search }: ScreenContext) => heads[readArchivesAddress(search).tab]

export default function ArchivesScreen() {
  const [search] = useSearchParams()
  useTitle(heads[readArchivesAddress(search).tab].title)
  return <ArchivesView />
}
