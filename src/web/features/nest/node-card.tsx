import { useId } from 'react'
import { Link } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import type { NestNode, NodeStatus } from './nest-nodes.ts'
import { NodeInstrument } from './node-instrument.tsx'
import * as texts from './texts.tsx'

const statusColours: Readonly<Record<NodeStatus, string>> = {
  Online: 'text-good [--hue:var(--color-good)]',
  Syncing: 'text-warning [--hue:var(--color-warning)]',
  Standby: 'text-soft [--hue:var(--color-soft)]',
}

/**
 * A node. The specification defines no behaviour for its button, so pressing it says so and links to features that
 * work, instead of simulating a connection.
 */
export function NodeCard(props: { node: NestNode; code: string; explained: boolean; onConnect: () => void }) {
  const { node } = props
  const heading = useId()
  return (
    <article
      aria-labelledby={heading}
      className={`panel hairline cut flex flex-col gap-6 p-5 md:p-6 ${node.status === 'Standby' ? '[--hue:var(--color-muted)]' : ''}`}
    >
      <div className="flex items-center justify-between gap-4">
        <span aria-hidden="true" className="label">
          {props.code}
        </span>
        <p className={`label inline-flex items-center gap-2 ${statusColours[node.status]}`}>
          <span aria-hidden="true" className={`dot ${node.status === 'Online' ? 'dot-live' : ''}`} />
          <span className="sr-only">{texts.status}</span>
          {node.status}
        </p>
      </div>
      <div className="flex items-center gap-5">
        <NodeInstrument id={node.id} alive={node.status === 'Online'} />
        <div className="min-w-0">
          <h2 id={heading} className="text-21 leading-tight font-semibold">
            {node.name}
          </h2>
          <p className="mt-1 text-14 text-soft">{node.description}</p>
        </div>
      </div>
      <div className="grid gap-4">
        <LevelBar name={texts.power} of={node.name} percent={node.power} />
        <LevelBar name={texts.sync} of={node.name} percent={node.sync} />
      </div>
      <div>
        <Button aria-describedby={heading} onClick={props.onConnect} className="w-full">
          {texts.connectNode}
        </Button>
        <div role="status">
          {props.explained && (
            <p className="animate-rise pt-3 text-[0.84375rem] text-soft">
              {texts.explained((text) => (
                <Link to="/vacant" className="text-cyan underline underline-offset-3 hover:text-white">
                  {text}
                </Link>
              ))}
            </p>
          )}
        </div>
      </div>
    </article>
  )
}

function LevelBar(props: { name: string; of: string; percent: number }) {
  return (
    <div className="grid gap-2">
      <p aria-hidden="true" className="flex items-baseline justify-between text-13">
        <span className="text-soft">{props.name}</span>
        <span className="display tabular-nums">{props.percent}%</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter can't be drawn as segments in every browser */}
      <div
        role="meter"
        aria-label={texts.levelOf(props.of, props.name)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={props.percent}
        aria-valuetext={`${props.percent}%`}
        className="h-[7px] bg-(--hue)/14 [mask-image:repeating-linear-gradient(90deg,#000_0_calc(2%_-_2px),transparent_calc(2%_-_2px)_2%)]"
      >
        <div className="h-full bg-(--hue)" style={{ width: `${props.percent}%` }} />
      </div>
    </div>
  )
}
