// Chooses among the views of a list, and saves, renames, shares, locks and deletes them.
import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import type { EntityFields } from '../fields/entity-fields.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import { contentText, noContent, type ViewContent } from './content.ts'
import { NameDialog } from './name-dialog.tsx'
import { useViewActions, type View } from './use-views.ts'
import styles from './views.module.css'

/** A view that the product has, such as "My open tasks". */
export interface BuiltInView {
  readonly id: string
  readonly name: string
  readonly content: ViewContent
}

interface Props {
  readonly entity: string
  readonly fields: EntityFields
  /** The list without any view. */
  readonly wholeName: string
  readonly builtIn: readonly BuiltInView[]
  readonly views: readonly View[]
  /** The key or id in the address; empty without a view. */
  readonly current: string
  readonly content: ViewContent
  /** Fills the address with the content of a view. */
  onChoose(id: string, content: ViewContent): void
}

export function ViewMenu(props: Props) {
  const { wholeName, builtIn, views, current, content, onChoose } = props
  const { views: t } = useTexts()
  const [dialog, setDialog] = useState<'create' | 'rename' | null>(null)
  const view = views.find(({ key }) => key === current)
  const chosen = view ?? builtIn.find(({ id }) => id === current)
  const isChanged = contentText(content) !== contentText(chosen?.content ?? noContent)
  const actions = useViewActions(props.entity, props.fields)
  const attempt = (act: Promise<unknown>) => void act.catch(showFailure)
  const name = chosen?.name ?? wholeName
  return (
    <div className={styles.views}>
      <Menu position="bottom-start" withinPortal width={260}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            rightSection={<Icon name="down" size={12} />}
            leftSection={view?.isLocked && <Icon name="lock" size={12} />}
            aria-label={t.choose(name)}
          >
            <span className={styles.name}>{name}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Choices {...props} />
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="plus" size={14} />} onClick={() => setDialog('create')}>
            {t.saveAs}
          </Menu.Item>
          {view && (
            <ViewActions
              view={view}
              actions={actions}
              attempt={attempt}
              onRename={() => setDialog('rename')}
              onGone={() => onChoose('', noContent)}
            />
          )}
        </Menu.Dropdown>
      </Menu>
      {isChanged && (
        <Unsaved
          isOfView={chosen !== undefined}
          onSave={view?.isWritable ? () => attempt(actions.save(view, content)) : null}
          onSaveAs={() => setDialog('create')}
          onReset={() => onChoose(current, chosen?.content ?? noContent)}
        />
      )}
      {dialog !== null && (
        <NameDialog
          title={dialog === 'create' ? t.saveAs : t.rename}
          name={dialog === 'rename' ? (view?.name ?? '') : ''}
          withSharing={dialog === 'create'}
          onClose={() => setDialog(null)}
          onSubmit={async (given, isShared) => {
            if (dialog === 'rename' && view) await actions.rename(view, given)
            else onChoose(await actions.create(given, content, isShared), content)
          }}
        />
      )}
    </div>
  )
}

/** The list without a view, the views of the product, one's own, and those that others share. */
function Choices({ wholeName, builtIn, views, current, onChoose }: Props) {
  const { views: t } = useTexts()
  return (
    <>
      <Item name={wholeName} isCurrent={current === ''} onClick={() => onChoose('', noContent)} />
      {builtIn.map(({ id, name, content }) => (
        <Item key={id} name={name} isCurrent={id === current} onClick={() => onChoose(id, content)} />
      ))}
      <ViewItems title={t.own} views={views.filter(one => !one.isShared)} current={current} onChoose={onChoose} />
      <ViewItems title={t.shared} views={views.filter(one => one.isShared)} current={current} onChoose={onChoose} />
    </>
  )
}

interface UnsavedProps {
  /** Whether what is changed is a view; the list without one has nothing to go back to. */
  readonly isOfView: boolean
  /** Null for a view that the person may not change. */
  readonly onSave: (() => void) | null
  onSaveAs(): void
  onReset(): void
}

/** Says that the list differs from its view, and offers to keep that or to take it back. */
function Unsaved({ isOfView, onSave, onSaveAs, onReset }: UnsavedProps) {
  const { views: t } = useTexts()
  return (
    <span className={styles.changed}>
      {isOfView && <span className={styles.mark}>{t.unsaved}</span>}
      {onSave ? (
        <Button size="compact-sm" variant="light" onClick={onSave}>
          {t.save}
        </Button>
      ) : (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onSaveAs}>
          {t.saveAs}
        </Button>
      )}
      {isOfView && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onReset}>
          {t.reset}
        </Button>
      )}
    </span>
  )
}

function Item(props: { name: string; isCurrent: boolean; isLocked?: boolean; onClick(): void }) {
  return (
    <Menu.Item
      onClick={props.onClick}
      rightSection={
        <>
          {props.isLocked && <Icon name="lock" size={12} />}
          {props.isCurrent && <Icon name="check" size={14} />}
        </>
      }
    >
      {props.name}
    </Menu.Item>
  )
}

interface ItemsProps extends Pick<Props, 'views' | 'current' | 'onChoose'> {
  readonly title: string
}

function ViewItems({ title, views, current, onChoose }: ItemsProps) {
  if (views.length === 0) return null
  return (
    <>
      <Menu.Label>{title}</Menu.Label>
      {views.map(one => (
        <Item
          key={one.key}
          name={one.name}
          isLocked={one.isLocked}
          isCurrent={one.key === current}
          onClick={() => onChoose(one.key, one.content)}
        />
      ))}
    </>
  )
}

interface ActionProps {
  readonly view: View
  readonly actions: ReturnType<typeof useViewActions>
  attempt(act: Promise<unknown>): void
  onRename(): void
  onGone(): void
}

function ViewActions({ view, actions, attempt, onRename, onGone }: ActionProps) {
  const { views: t } = useTexts()
  const { session } = useWorkspace()
  const mayShare = view.isOwn || session.user.administrator
  if (!view.isWritable) return null
  return (
    <>
      <Menu.Item onClick={onRename}>{t.rename}</Menu.Item>
      {mayShare && (
        <Menu.Item onClick={() => attempt(actions.share(view, !view.isShared))}>
          {view.isShared ? t.unshare : t.share}
        </Menu.Item>
      )}
      {mayShare && view.isShared && (
        <Menu.Item onClick={() => attempt(actions.lock(view, !view.isLocked))}>
          {view.isLocked ? t.unlock : t.lock}
        </Menu.Item>
      )}
      <Menu.Item
        color="red"
        leftSection={<Icon name="bin" size={14} />}
        onClick={() => attempt(actions.remove(view).then(onGone))}
      >
        {t.delete}
      </Menu.Item>
    </>
  )
}
