import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { runMarkdown } from '../../../../shared/swarm/swarm-markdown.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.ts'

/** The server has the run no longer; the page still shows its copy. */
export function GoneNotice({ run }: { run: SwarmRun }) {
  const copy = async () => {
    if (await copyText(runMarkdown(run))) toast.success(texts.copiedAsMarkdown)
    else toast.error(texts.noCopying)
  }
  return (
    <section
      role="status"
      aria-label={texts.serverGone}
      className="flex flex-wrap items-center gap-x-8 gap-y-3 border-l-2 border-warning py-1 pl-4"
    >
      <div className="min-w-0 flex-[1_1_320px]">
        <p className="font-medium">{texts.serverGone}</p>
        <p className="mt-1 max-w-[70ch] text-sm text-soft">{texts.serverGoneAbout}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="small" className="max-md:min-h-11" onClick={() => void copy()}>
          <CopyIcon width={15} height={15} />
          {texts.copyAsMarkdown}
        </Button>
        <ButtonLink to="/swarm" size="small" className="max-md:min-h-11">
          {texts.beginNew}
        </ButtonLink>
      </div>
    </section>
  )
}

/** Running turns become interrupted. */
export function brokenOff(run: SwarmRun): SwarmRun {
  if (run.state !== 'running') return { ...run, own: false }
  const turns = run.turns.map((turn) =>
    turn.state === 'running' ? { ...turn, state: 'interrupted' as const } : turn,
  )
  return { ...run, own: false, state: 'interrupted', turns }
}
