/* glib-order.c: preloaded library that shows the synchronization of GLib to the thread sanitizer
 *
 * GLib implements mutexes, queues and reference counts with atomic operations and futexes. Its
 * packages are not built with the sanitizer, which therefore sees neither, and reports every hand
 * over of data between threads. Each function here calls the one of GLib and reports what it
 * guarantees: what happened before an unlock, a push or an unref is visible after the matching lock,
 * pop or last unref of the same address; what happened before a source was attached is visible to the
 * thread that polls its main context afterwards. Nothing else is ordered. In programs without the sanitizer, such
 * as those that a test starts, the functions add nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <dlfcn.h>
#include <gio/gio.h>
#include <poll.h>

__attribute__ ((weak)) void __tsan_acquire (void *address);
__attribute__ ((weak)) void __tsan_release (void *address);
__attribute__ ((weak)) guint64
__tsan_atomic64_fetch_add (volatile guint64 *location, guint64 value, int order);

static void
acquire (void *address)
{
  if (__tsan_acquire != NULL)
    __tsan_acquire (address);
}

static void
release (void *address)
{
  if (__tsan_release != NULL)
    __tsan_release (address);
}

#define REAL(name) ((__typeof__ (&name)) real (#name))

#undef g_object_ref
#undef g_once_init_leave
#undef g_once_init_enter
#undef g_cond_wait
gpointer g_object_ref (gpointer object);
gboolean g_once_init_enter (volatile void *location);
void g_once_init_leave (volatile void *location, gsize result);

static void *
real (const char *name)
{
  return dlsym (RTLD_NEXT, name);
}

/* --- Locks ------------------------------------------------------------------------------------ */

#define LOCK(name, type)                                                                           \
  void name (type *lock)                                                                           \
  {                                                                                                \
    static void (*func) (type *);                                                                  \
                                                                                                   \
    if (func == NULL)                                                                              \
      func = REAL (name);                                                                          \
    func (lock);                                                                                   \
    acquire (lock);                                                                                \
  }
#define UNLOCK(name, type)                                                                         \
  void name (type *lock)                                                                           \
  {                                                                                                \
    static void (*func) (type *);                                                                  \
                                                                                                   \
    if (func == NULL)                                                                              \
      func = REAL (name);                                                                          \
    release (lock);                                                                                \
    func (lock);                                                                                   \
  }

LOCK (g_mutex_lock, GMutex)
UNLOCK (g_mutex_unlock, GMutex)
LOCK (g_rec_mutex_lock, GRecMutex)
UNLOCK (g_rec_mutex_unlock, GRecMutex)
LOCK (g_rw_lock_writer_lock, GRWLock)
UNLOCK (g_rw_lock_writer_unlock, GRWLock)
LOCK (g_rw_lock_reader_lock, GRWLock)
UNLOCK (g_rw_lock_reader_unlock, GRWLock)
/* What a mutex protected is not accessed after it was cleared. */
LOCK (g_mutex_clear, GMutex)

gboolean
g_mutex_trylock (GMutex *mutex)
{
  const gboolean is_locked = REAL (g_mutex_trylock) (mutex);

  if (is_locked)
    acquire (mutex);
  return is_locked;
}

void
g_cond_wait (GCond *condition, GMutex *mutex)
{
  release (mutex);
  REAL (g_cond_wait) (condition, mutex);
  acquire (mutex);
}

gboolean
g_cond_wait_until (GCond *condition, GMutex *mutex, gint64 end_us)
{
  gboolean is_signalled;

  release (mutex);
  is_signalled = REAL (g_cond_wait_until) (condition, mutex, end_us);
  acquire (mutex);
  return is_signalled;
}

gboolean (g_once_init_enter) (volatile void *location)
{
  const gboolean is_first = REAL (g_once_init_enter) (location);

  acquire ((void *) location);
  return is_first;
}

/* The header reads the location with an atomic operation that the sanitizer sees, so it must also
 * see one that writes it. */
void (g_once_init_leave) (volatile void *location, gsize result)
{
  release ((void *) location);
  REAL (g_once_init_leave) (location, result);
  if (__tsan_atomic64_fetch_add != NULL)
    __tsan_atomic64_fetch_add (location, 0, __ATOMIC_ACQ_REL);
}

/* --- Queues and threads ----------------------------------------------------------------------- */

void
g_async_queue_push (GAsyncQueue *queue, gpointer data)
{
  release (queue);
  REAL (g_async_queue_push) (queue, data);
}

gpointer
g_async_queue_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_pop) (queue);

  acquire (queue);
  return data;
}

gpointer
g_async_queue_try_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_try_pop) (queue);

  acquire (queue);
  return data;
}

gpointer
g_async_queue_timeout_pop (GAsyncQueue *queue, guint64 timeout_us)
{
  gpointer data = REAL (g_async_queue_timeout_pop) (queue, timeout_us);

  acquire (queue);
  return data;
}

typedef struct
{
  GFunc func;
  gpointer user_data;
} Pool;

static void
pool_cb (gpointer data, gpointer user_data)
{
  Pool *pool = user_data;

  acquire (pool);
  pool->func (data, pool->user_data);
  release (pool);
}

GThreadPool *
g_thread_pool_new (GFunc func,
                   gpointer user_data,
                   int max_threads,
                   gboolean exclusive,
                   GError **error)
{
  Pool *pool = g_new (Pool, 1);

  pool->func = func;
  pool->user_data = user_data;
  return REAL (g_thread_pool_new) (pool_cb, pool, max_threads, exclusive, error);
}

gboolean
g_thread_pool_push (GThreadPool *pool, gpointer data, GError **error)
{
  release (pool->user_data);
  return REAL (g_thread_pool_push) (pool, data, error);
}

void
g_thread_pool_free (GThreadPool *pool, gboolean immediate, gboolean wait)
{
  Pool *data = pool->user_data;

  REAL (g_thread_pool_free) (pool, immediate, wait);
  acquire (data);
}

static void release_context (GMainContext *context);

#define TASK_FUNC "glib-order-func"

static void
task_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GTaskThreadFunc func = (GTaskThreadFunc) g_object_get_data (G_OBJECT (task), TASK_FUNC);

  acquire (task);
  func (task, source, data, cancellable);
  release_context (g_task_get_context (task));
}

void
g_task_run_in_thread (GTask *task, GTaskThreadFunc func)
{
  g_object_set_data (G_OBJECT (task), TASK_FUNC, (gpointer) func);
  release (task);
  REAL (g_task_run_in_thread) (task, task_cb);
}

/* --- Main contexts ---------------------------------------------------------------------------- */

/* The context that the thread iterates. */
static __thread GMainContext *current;

static void
release_context (GMainContext *context)
{
  release (context != NULL ? context : g_main_context_default ());
}

int
poll (struct pollfd *files, nfds_t n_files, int timeout_ms)
{
  const int n_ready = REAL (poll) (files, n_files, timeout_ms);

  if (current != NULL)
    acquire (current);
  return n_ready;
}

gboolean
g_main_context_iteration (GMainContext *context, gboolean may_block)
{
  GMainContext *before = current;
  gboolean was_dispatched;

  current = context != NULL ? context : g_main_context_default ();
  was_dispatched = REAL (g_main_context_iteration) (context, may_block);
  current = before;
  return was_dispatched;
}

void
g_main_loop_run (GMainLoop *loop)
{
  GMainContext *before = current;

  current = g_main_loop_get_context (loop);
  REAL (g_main_loop_run) (loop);
  current = before;
}

/* GLib may dispatch an idle source that was attached after the last poll, so its callback is
 * ordered as well. */
typedef struct
{
  GSourceFunc func;
  gpointer data;
  GDestroyNotify destroy;
} Closure;

static gboolean
closure_cb (gpointer data)
{
  Closure *closure = data;

  acquire (closure);
  return closure->func (closure->data);
}

static void
closure_free (gpointer data)
{
  Closure *closure = data;

  acquire (closure);
  if (closure->destroy != NULL)
    closure->destroy (closure->data);
  g_free (closure);
}

static Closure *
closure_new (GSourceFunc func, gpointer data, GDestroyNotify destroy)
{
  Closure *closure = g_new (Closure, 1);

  *closure = (Closure){ func, data, destroy };
  release (closure);
  return closure;
}

void
g_source_set_callback (GSource *source, GSourceFunc func, gpointer data, GDestroyNotify destroy)
{
  /* The callbacks of other sources have other arguments. */
  if (func != NULL &&
      (source->source_funcs == &g_idle_funcs || source->source_funcs == &g_timeout_funcs))
    REAL (g_source_set_callback)
    (source, closure_cb, closure_new (func, data, destroy), closure_free);
  else
    REAL (g_source_set_callback) (source, func, data, destroy);
}

guint
g_source_attach (GSource *source, GMainContext *context)
{
  release_context (context);
  return REAL (g_source_attach) (source, context);
}

void
g_source_set_ready_time (GSource *source, gint64 ready_us)
{
  release_context (g_source_get_context (source));
  REAL (g_source_set_ready_time) (source, ready_us);
}

void
g_main_context_invoke_full (GMainContext *context,
                            int priority,
                            GSourceFunc func,
                            gpointer data,
                            GDestroyNotify destroy)
{
  release_context (context);
  REAL (g_main_context_invoke_full)
  (context, priority, closure_cb, closure_new (func, data, destroy), closure_free);
}

void
g_main_context_invoke (GMainContext *context, GSourceFunc func, gpointer data)
{
  g_main_context_invoke_full (context, G_PRIORITY_DEFAULT, func, data, NULL);
}

void
g_main_context_wakeup (GMainContext *context)
{
  release_context (context);
  REAL (g_main_context_wakeup) (context);
}

#undef g_idle_add_full
guint
g_idle_add_full (int priority, GSourceFunc func, gpointer data, GDestroyNotify destroy)
{
  release_context (NULL);
  return REAL (g_idle_add_full) (priority, closure_cb, closure_new (func, data, destroy),
                                 closure_free);
}

guint
g_idle_add (GSourceFunc func, gpointer data)
{
  return g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, func, data, NULL);
}

/* The result of a task is delivered in the context that started it. */
#define RETURN(name, type)                                                                         \
  void name (GTask *task, type result)                                                             \
  {                                                                                                \
    release_context (g_task_get_context (task));                                                   \
    REAL (name) (task, result);                                                                    \
  }

RETURN (g_task_return_boolean, gboolean)
RETURN (g_task_return_int, gssize)
RETURN (g_task_return_error, GError *)

void
g_task_return_pointer (GTask *task, gpointer result, GDestroyNotify destroy)
{
  release_context (g_task_get_context (task));
  REAL (g_task_return_pointer) (task, result, destroy);
}

/* --- Reference counts ------------------------------------------------------------------------- */

void
g_object_unref (gpointer object)
{
  static void (*func) (gpointer);

  if (func == NULL)
    func = REAL (g_object_unref);
  release (object);
  acquire (object);
  func (object);
}

gboolean (g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  gboolean is_last;

  release (count);
  is_last = REAL (g_atomic_ref_count_dec) (count);
  acquire (count);
  return is_last;
}

void
g_atomic_rc_box_release_full (gpointer box, GDestroyNotify clear)
{
  release (box);
  acquire (box);
  REAL (g_atomic_rc_box_release_full) (box, clear);
}

void
g_bytes_unref (GBytes *bytes)
{
  if (bytes == NULL)
    return;
  release (bytes);
  acquire (bytes);
  REAL (g_bytes_unref) (bytes);
}

/* --- Cancellation ------------------------------------------------------------------------------*/

void
g_cancellable_cancel (GCancellable *cancellable)
{
  if (cancellable != NULL)
    release (cancellable);
  REAL (g_cancellable_cancel) (cancellable);
  if (cancellable != NULL)
    release (cancellable);
}

gboolean
g_cancellable_is_cancelled (GCancellable *cancellable)
{
  const gboolean is_cancelled = REAL (g_cancellable_is_cancelled) (cancellable);

  if (is_cancelled)
    acquire (cancellable);
  return is_cancelled;
}

gulong
g_cancellable_connect (GCancellable *cancellable,
                       GCallback callback,
                       gpointer data,
                       GDestroyNotify destroy)
{
  if (cancellable != NULL)
    {
      acquire (cancellable);
      release (cancellable);
    }
  return REAL (g_cancellable_connect) (cancellable, callback, data, destroy);
}

void
g_cancellable_disconnect (GCancellable *cancellable, gulong id)
{
  REAL (g_cancellable_disconnect) (cancellable, id);
  if (cancellable != NULL)
    acquire (cancellable);
}
