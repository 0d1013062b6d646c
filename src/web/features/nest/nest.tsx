import { useState } from 'react'
import { type NodeId, nestNodes, nestReadouts } from './nest-nodes.ts'
import { NodeCard } from './node-card.tsx'
import * as texts from './texts.tsx'

/** The Nest control matrix: six nodes with fixed values (section 2). */
export function Nest() {
  const [pressed, setPressed] = useState<NodeId>()
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{texts.title}</h1>
      <p className="mt-2 text-soft">{texts.about}</p>
      <NestReadouts />
      <ul className="grid gap-3.5 md:grid-cols-2 md:gap-4.5 lg:grid-cols-3">
        {nestNodes.map((node, index) => (
          <li key={node.id} className="grid">
            <NodeCard
              node={node}
              code={`ND-0${index + 1}`}
              explained={pressed === node.id}
              onConnect={() => setPressed(node.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function NestReadouts() {
  return (
    <dl
      aria-label={texts.readouts}
      className="my-7 grid grid-cols-2 border-y border-line-strong md:my-8 md:grid-cols-4"
    >
      {nestReadouts.map((readout) => (
        <div
          key={readout.name}
          className="flex flex-col-reverse gap-2.5 border-line py-4.5 max-md:odd:border-r max-md:even:pl-4.5 max-md:nth-[-n+2]:border-b md:px-6 md:py-6 md:first:pl-0 md:not-first:border-l"
        >
          <dt className="label">{readout.name}</dt>
          <dd className="display text-28 leading-none font-semibold tabular-nums md:text-36">
            {readout.value} <span className="text-15 font-medium text-soft md:text-17">{readout.unit}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
