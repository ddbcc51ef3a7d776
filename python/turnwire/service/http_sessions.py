"""`POST /sessions/threads`: the threads of a session file, for the page alone.

Its request is that of Detect, and its reply is JSON: the format, and each conversation of the file with its threads.
A thread is the document that Read returns; its `meta` says which thread it leaves and after which message, and
`broken` has the numbers of the lines that cannot be read.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, cast

from google.protobuf import json_format
from google.protobuf.wrappers_pb2 import BytesValue

from turnwire.errors import invalid
from turnwire.service.interceptors import Rpc
from turnwire.service.message_forms import JSON, Form
from turnwire.service.messages import document_to_message
from turnwire.sessions.files import read_sessions, recognise, recognise_document
from turnwire.sessions.files.formats import unrecognised
from turnwire.v1.service_pb2 import DetectRequest, Document

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from turnwire.codec.limits import Limits
    from turnwire.model import History
    from turnwire.sessions.files import Session

PATH: Final = "/sessions/threads"


def _threads(request: DetectRequest, _: Limits) -> BytesValue:
    form = recognise(request.data.split(b"\n")) or recognise_document(request.data)
    if form is None:
        raise unrecognised()
    found = {"format": form.name, "conversations": [_conversation(each) for each in read_sessions(request.data, form)]}
    return BytesValue(value=json.dumps(found, ensure_ascii=False).encode())


def _conversation(session: Session) -> dict[str, Any]:
    broken = [line.number for line in session.lines if line.role == "broken"]
    threads = [_document(each) for each in session.histories()]
    return {"id": session.id, "title": session.title or "", "threads": threads, "broken": broken}


def _document(history: History) -> dict[str, Any]:
    message = Document()
    try:
        document_to_message(history, message)
    except ValueError as error:
        raise invalid("proto.value", f"a thread of the session does not fit into messages: {error}") from None
    found: dict[str, Any] = json_format.MessageToDict(message)
    return found


def _body(reply: Message) -> bytes:
    return cast("BytesValue", reply).value


THREADS: Final = Rpc("SessionThreads", DetectRequest, _threads)
FORM: Final = Form(JSON.parser, _body)
