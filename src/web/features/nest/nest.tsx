import { useState } from 'react'
import { type NodeId, nestNodes } from './nest-nodes.ts'
import { NestReadouts } from './nest-readouts.tsx'
import { NodeCard } from './node-card.tsx'

/** Section 2: the Nest control matrix, a still life of six nodes. */
export function Nest() {
  const [pressed, setPressed] = useState<NodeId>()
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-[30px] leading-[1.05] font-bold md:text-[38px]">Nest control matrix</h1>
      <p className="mt-2 text-soft">Six nodes, at rest. Their figures are fixed and measure nothing.</p>
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
