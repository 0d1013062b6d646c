import { LockIcon } from '../../ui/icons.tsx'

/** Section 2: stands at the bottom of the archives, under both tabs. */
export function SecurityNotice() {
  return (
    <aside
      aria-labelledby="security-notice"
      className="mt-8 flex items-start gap-4 border-l-2 border-warning bg-warning/6 px-4 py-4 md:mt-10 md:px-6 md:py-5"
    >
      <LockIcon className="mt-0.5 flex-none text-warning" />
      <div>
        <h2 id="security-notice" className="text-[15px] leading-snug font-semibold">
          Security notice
        </h2>
        <p className="mt-1 max-w-[80ch] text-[14px] text-soft">
          This zone is read-only. Its files are samples that each explain one idea: none can be opened or
          downloaded, and reading them asks for no wallet. Links of the glossary lead out of Bionic.
        </p>
      </div>
    </aside>
  )
}
