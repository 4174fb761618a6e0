// Defines the kinds for the sales process of an opportunity, its current stage and the age of that stage.
import type { Field, Traits } from '../../field.ts'
import { keyAndDisplay } from '../../output.ts'
import { type Join, joinById, type Part, type Source, type ValuePart, valuePart } from '../../part.ts'
import { agePart } from '../age.ts'
import { integer } from '../number.ts'
import { keyPart, referencePart } from '../reference.ts'
import { textPart } from '../text.ts'

/** The part of a record behind a key: selector 1 returns Key and DisplayValue; `others` are further sub-fields. */
function behindKey(name: string, source: Source, kind: string, setup: Join, others: readonly Part[]): ValuePart {
  const key = keyPart('Key', source, kind)
  const display = textPart('DisplayValue', setup, 'display')
  const output = keyAndDisplay(key.output, display.output)
  return valuePart(name, { ...key, output }, key, ...others, display)
}

/** The set-up that the opportunity follows, as `SalesProcess`: Key, Setup, Description, DisplayValue. */
export const salesProcess = (spec: Traits & { via: string }): Field => ({
  traits: { ...spec, readOnly: true },
  schema: { type: 'ObjectField', attributes: { RefersTo: 'SalesProcessSetup' } },
  columns: () => [],
  keys: () => [{ column: spec.via, entity: 'SalesProcessSetup' }],
  part: ({ name, join }) => {
    const source = { join, column: spec.via }
    const setup = joinById(join, spec.via, 'sales_process_setup', spec.via)
    return behindKey(name, source, 'SalesProcessSetup', setup, [
      {
        ...referencePart('Setup', source, 'SalesProcessSetup', setup),
        optionSource: { provider: 'salesProcesses' },
        doc: 'The key of the set-up.',
      },
      { ...textPart('Description', setup, 'display'), doc: 'The name of the process.' },
    ])
  },
})

interface StageJoins {
  readonly stage: Join
  readonly setup: Join
}

const stageJoins = (join: Join, via: string): StageJoins => {
  const stage = joinById(join, via, 'sales_stage', via)
  return { stage, setup: joinById(stage, 'setup', 'sales_stage_setup', 'sales_stage_setup_key') }
}

const stageAge = (name: string, stage: Join): ValuePart =>
  agePart(
    name,
    { join: stage, column: 'age_seconds' },
    { join: stage, column: 'age_since' },
    { join: stage, column: 'id' },
  )

export const currentStage = (spec: Traits & { via: string }): Field => ({
  traits: { ...spec, readOnly: true },
  schema: { type: 'ObjectField', attributes: { RefersTo: 'SalesStage' } },
  columns: () => [],
  keys: () => [{ column: spec.via, entity: 'SalesStage' }],
  part: ({ name, join }) => {
    const source = { join, column: spec.via }
    const { stage, setup } = stageJoins(join, spec.via)
    const number = (part: string, column: string, doc: string) => ({
      ...integer({ doc }).part({ name: part, join: setup, column, listTable: '' }),
      doc,
    })
    const setupSource = { join: stage, column: 'sales_stage_setup_key' }
    return behindKey(name, source, 'SalesStage', setup, [
      {
        ...referencePart('Setup', setupSource, 'SalesStageSetup', setup),
        optionSource: { provider: 'salesStages' },
        doc: 'The key of the set-up.',
      },
      { ...textPart('Description', setup, 'display'), doc: 'The name of the stage.' },
      { ...stageAge('Age', stage), doc: 'Days at the stage.' },
      number('TargetAge', 'target_age', 'Days that the stage should take; 0 when that is not set.'),
      number('ProbabilityClose', 'probability_close', 'The probability of a sale, in percent.'),
    ])
  },
})

/** The age of the current stage as a field of its own, which can be sorted and searched. */
export const currentStageAge = (spec: Traits & { via: string }): Field => ({
  traits: { ...spec, readOnly: true },
  schema: { type: 'IntegerField' },
  columns: () => [],
  part: ({ name, join }) => stageAge(name, stageJoins(join, spec.via).stage),
})
