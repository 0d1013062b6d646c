import type { KeyboardEvent } from 'react'
import { Link } from '../../lib/router/router.tsx'
import { type ArchiveTab, archiveTabs } from './archives-address.ts'
import * as texts from './texts.ts'
import type { Archives } from './use-archives.ts'

const tabNames: Readonly<Record<ArchiveTab, string>> = {
  archives: texts.archives,
  glossary: texts.glossary,
}

const tabId = (tab: ArchiveTab) => `tab-${tab}`
const panelId = (tab: ArchiveTab) => `panel-${tab}`

export function panelProps(tab: ArchiveTab, chosen: ArchiveTab) {
  return { id: panelId(tab), role: 'tabpanel', 'aria-labelledby': tabId(tab), hidden: tab !== chosen }
}

/** The tabs are links, so each has an address and works without scripts; the arrow keys move between them. */
export function ArchiveTabs({ archives }: { archives: Archives }) {
  const press = (event: KeyboardEvent) => {
    const next = tabAfter(archives.tab, event.key)
    // With Alt, an arrow is the browser's Back or Forward.
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    archives.openTab(next)
    document.getElementById(tabId(next))?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={texts.tabs}
      onKeyDown={press}
      className="mt-7 mb-6 flex gap-1 border-b border-line-strong md:mt-8 md:mb-7"
    >
      {archiveTabs.map((tab) => (
        <Link
          key={tab}
          id={tabId(tab)}
          role="tab"
          to={archives.linkToTab(tab)}
          aria-selected={tab === archives.tab}
          aria-controls={panelId(tab)}
          tabIndex={tab === archives.tab ? 0 : -1}
          className="display relative -mb-px grid min-h-12 place-items-center px-4 text-14 font-semibold tracking-[0.06em] text-soft transition-colors outline-offset-[-3px] hover:text-text max-sm:flex-1 aria-selected:text-text aria-selected:after:absolute aria-selected:after:inset-x-0 aria-selected:after:bottom-0 aria-selected:after:h-0.5 aria-selected:after:bg-cyan aria-selected:after:shadow-[0_0_14px_var(--color-cyan)] md:px-6"
        >
          {tabNames[tab]}
        </Link>
      ))}
    </div>
  )
}

/** The tab that a key moves to, by the keys of the ARIA tabs pattern. */
function tabAfter(tab: ArchiveTab, key: string): ArchiveTab | undefined {
  const index = archiveTabs.indexOf(tab)
  switch (key) {
    case 'ArrowRight':
      return archiveTabs.at((index + 1) % archiveTabs.length)
    case 'ArrowLeft':
      return archiveTabs.at(index - 1)
    case 'Home':
      return archiveTabs.at(0)
    case 'End':
      return archiveTabs.at(-1)
    case ' ':
      return tab
    default:
      return undefined
  }
}
