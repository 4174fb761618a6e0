// Stands for a record that is not there: in the recycle bin, from which it can be taken, or gone.
import { Button } from '@mantine/core'
import { rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'

export function Missing({ entity, recordKey }: { entity: string; recordKey: string }) {
  const t = useTexts().record
  const { writer } = useWorkspace()
  const member = {
    Scope: { Fields: { Key: 1, DisplayValue: 1, DeletedBy: { DisplayValue: 1 }, DeletedDate: { DisplayValue: 1 } } },
    Criteria: { SearchQuery: { Key: { $EQ: recordKey } }, Top: 1 },
    Options: { Deleted: true },
  }
  const query = useRead({ [entity]: member }, { title: t.binned })
  return (
    <Loaded query={query}>
      {data => {
        const row = rowsOf(data, entity)[0]
        if (!row) return <Empty icon="search" title={t.missing} hint={t.missingHint} />
        const name = textOf(row.DisplayValue) || t.untitled
        return (
          <Empty
            icon="bin"
            title={t.inBin(name)}
            hint={t.inBinHint(textOf(row.DeletedBy), textOf(row.DeletedDate))}
            action={
              <Button
                leftSection={<Icon name="undo" size={14} />}
                onClick={() => void writer.restore(entity, [recordKey], t.restored(name)).catch(showFailure)}
              >
                {t.restore}
              </Button>
            }
          />
        )
      }}
    </Loaded>
  )
}
