import { LockIcon } from '../../ui/icons.tsx'
import { archiveFolders } from './archive-folders.ts'
import { ArchiveTabs, panelProps } from './archive-tabs.tsx'
import { Folder } from './folder.tsx'
import { Glossary } from './glossary.tsx'
import * as texts from './texts.ts'
import { useArchives } from './use-archives.ts'

/** The Restricted Access Zone, shown at both /archives and /cryptic (section 2). */
export function ArchivesView() {
  const archives = useArchives()
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{texts.title}</h1>
      <p className="mt-2 max-w-[62ch] text-soft">{texts.about}</p>
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

function FolderList() {
  return (
    <div className="grid gap-3.5 md:gap-4">
      {archiveFolders.map((folder, index) => (
        <Folder key={folder.id} folder={folder} code={`AR-0${index + 1}`} />
      ))}
    </div>
  )
}

function SecurityNotice() {
  return (
    <aside
      aria-labelledby="security-notice"
      className="mt-8 flex items-start gap-4 border-l-2 border-warning bg-warning/6 px-4 py-4 md:mt-10 md:px-6 md:py-5"
    >
      <LockIcon className="mt-0.5 flex-none text-warning" />
      <div>
        <h2 id="security-notice" className="text-15 leading-snug font-semibold">
          {texts.securityNotice}
        </h2>
        <p className="mt-1 max-w-[80ch] text-14 text-soft">{texts.securityNoticeAbout}</p>
      </div>
    </aside>
  )
}
