import { ArchiveTabs, panelProps } from './archive-tabs.tsx'
import { FolderList } from './folder-list.tsx'
import { Glossary } from './glossary.tsx'
import { SecurityNotice } from './security-notice.tsx'
import { useArchives } from './use-archives.ts'

/** Section 2: the Restricted Access Zone, which both /archives and /cryptic show. */
export function ArchivesView() {
  const archives = useArchives()
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-[30px] leading-[1.05] font-bold md:text-[38px]">Restricted Access Zone</h1>
      <p className="mt-2 max-w-[62ch] text-soft">
        What was recovered from the lost archives, and the words you need to read it.
      </p>
      <ArchiveTabs archives={archives} />
      <div {...panelProps('archives', archives.tab)}>
        <FolderList />
      </div>
      <div {...panelProps('glossary', archives.tab)}>
        <Glossary archives={archives} />
      </div>
      <SecurityNotice />
    </div>
  )
}
